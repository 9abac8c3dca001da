-- Bookings that began at a link made by a guest's agent, which the figures count apart.
alter table bookings drop constraint bookings_source_check;
alter table bookings add constraint bookings_source_check
  check (source in ('site', 'hosts', 'offer', 'agent'));

-- Counting must not wait for the disk: a call of an agent's tool costs little more than counting it. An unclean end of the
-- database empties the counters, which live an hour at most but for a few.
alter table rate_limits set unlogged;
