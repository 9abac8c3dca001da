-- When this database left its mark in its storage: it does not start with one that lacks it.
alter table installation add column storage_marked_at timestamptz;
