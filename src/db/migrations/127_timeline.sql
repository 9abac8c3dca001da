-- The timeline of the database, and when it was last seen: a higher one means that a standby took over.
alter table installation add column timeline integer, add column timeline_seen_at timestamptz;
