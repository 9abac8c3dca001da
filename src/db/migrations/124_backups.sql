-- Backups that the site made by itself, the newest by made_at, and at most one row of an attempt that failed.

create table backups (
  id uuid primary key default gen_random_uuid(),
  -- The moment of its rows; of attempts that fail, that of the first.
  made_at timestamptz not null,
  -- Null: it could not be made.
  bytes bigint check (bytes > 0),
  -- Its URL, which npm run restore reads.
  place text not null default '',
  -- When a copy of it was restored and counted right.
  proven_at timestamptz,
  -- Of the last attempt to make or to prove it; empty when that went well.
  error text not null default '' check (char_length(error) <= 500),
  tried_at timestamptz not null,
  -- When hosts were mailed that none was made since.
  alarmed_at timestamptz,
  constraint backups_made check (bytes is not null or (place = '' and proven_at is null))
);
comment on constraint backups_made on backups is 'A backup that could not be made lies nowhere and is not proven.';
create unique index backups_one_failure on backups ((true)) where bytes is null;
create index backups_newest on backups (made_at desc) where bytes is not null;
