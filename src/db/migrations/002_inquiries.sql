create table inquiries (
  id uuid primary key,
  name text not null check (char_length(name) between 2 and 100),
  email text not null check (char_length(email) <= 254),
  phone text not null default '',
  property_title text not null,
  check_in date not null,
  check_out date not null,
  guests integer not null check (guests between 1 and 12),
  message text not null default '',
  status text not null default 'new' check (status in ('new', 'answered', 'archived')),
  created_at timestamptz not null default now(),
  check (check_out > check_in)
);
create index inquiries_newest on inquiries (created_at desc);

-- The limits that all processes share (the table layout is rate-limiter-flexible's).
create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
