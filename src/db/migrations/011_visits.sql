-- How often the site was visited, day by day at the homes: numbers alone, nothing about a visitor.
create table visit_days (
  day date primary key,
  visitors integer not null default 0 check (visitors >= 0),
  views integer not null default 0 check (views >= visitors)
);

-- What tells one visitor of today from another: random bytes, and what they make of an address and a browser's name.
-- Both are deleted when the day is over; without the bytes nobody can tell whose hash one was.
create table visit_salts (
  day date primary key,
  salt bytea not null check (octet_length(salt) = 32)
);
create table visitors_today (
  day date not null,
  hash bytea not null check (octet_length(hash) = 16),
  primary key (day, hash)
);

create index if not exists inquiries_created_at on inquiries (created_at);
create index if not exists purchases_purchased_at on purchases (purchased_at);
