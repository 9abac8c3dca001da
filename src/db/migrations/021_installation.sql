-- Names this database beside the files it uses, so that no other database takes them for leftovers. The row is made when
-- it is first needed: databases that are copied from an empty template do not share it.

create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
