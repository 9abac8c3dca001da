-- What hosts removed of the examples in one act, to be undone as one: ids in the trash, in the order in which they come back.

create table example_removals (
  id uuid primary key,
  trash_groups jsonb not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
