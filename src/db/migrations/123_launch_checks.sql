-- What is to be done before the site opens, and what was tried: one row for each line of the hosts' list.

create table launch_checks (
  key text primary key,
  state text not null check (state in ('ok', 'todo', 'failed', 'unknown')),
  detail text not null default '' check (char_length(detail) <= 500),
  checked_at timestamptz not null,
  -- When it came into this state.
  since timestamptz not null,
  -- Whether it was ok, and how often in a row it was looked at and wrong since.
  was_ok boolean not null default false,
  failures integer not null default 0,
  confirmed_by text,
  confirmed_at timestamptz,
  -- A hash of what was confirmed.
  confirmed_content text not null default ''
);

-- Links of test mails: each address of a host has its own.
create table launch_mails (
  token_hash bytea primary key,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz
);

-- Payment pages that were opened and expired at once, to see whether their event comes back.
create table launch_payments (
  session_id text primary key,
  created_at timestamptz not null,
  event_at timestamptz
);
