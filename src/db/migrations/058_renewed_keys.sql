-- How often a booking's mailed key was renewed: it is part of what the key is made of.
alter table bookings add column key_version integer not null default 0 check (key_version >= 0);
