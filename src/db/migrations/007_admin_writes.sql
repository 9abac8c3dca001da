-- Who changed which row when. One entry for each write made in the admin, in the statement that makes it.
create table row_history (
  id bigint generated always as identity primary key,
  table_name text not null,
  row_id text not null,
  action text not null check (action in ('create', 'update', 'delete', 'restore', 'import')),
  -- No reference: what somebody wrote stays written when their account goes.
  by_user_id uuid,
  by_email text not null,
  at timestamptz not null default now(),
  -- What the fields that were changed held before; empty where there was no row before.
  before jsonb,
  -- The row's fields after the write; of a deleted row, its last ones.
  row jsonb not null
);
create index row_history_of_row on row_history (table_name, row_id, id desc);

-- Deleted rows, until they are forgotten.
create table trash (
  id uuid primary key,
  table_name text not null,
  row_id text not null,
  label text not null,
  -- Every column, whatever the schema shows.
  row jsonb not null,
  -- The rows that lost their reference to it: [{"table": …, "column": …, "ids": […]}].
  detached jsonb not null default '[]',
  deleted_by_email text not null,
  deleted_at timestamptz not null,
  expires_at timestamptz not null
);
create index trash_newest on trash (table_name, deleted_at desc, id desc);
create index trash_expired on trash (expires_at);

-- Lists of the admin that the hosts come back to.
create table saved_views (
  id uuid primary key,
  table_name text not null,
  name text not null check (char_length(name) between 1 and 60),
  -- The search part of the list's address.
  query text not null check (char_length(query) <= 8000),
  created_at timestamptz not null default now()
);
create unique index saved_views_name on saved_views (table_name, lower(name));
