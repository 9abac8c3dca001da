-- Changes of prices and rules for a range of nights, each of which can be undone while nobody has changed those rates since.
create table rate_changes (
  id uuid primary key,
  -- The change as it was sent, with its fields in a fixed order: the same one again is not made twice.
  request jsonb not null,
  -- What it did, as it was reported.
  effect jsonb not null,
  -- The rates that it added.
  rate_ids uuid[] not null,
  -- SHA-256 of the rates of those nights, right after it.
  rates_hash text not null,
  created_at timestamptz not null,
  undone_at timestamptz
);
create index rate_changes_request on rate_changes (md5(request::text), created_at desc);
