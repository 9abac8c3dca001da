-- When the last good reading of a feed began, by the database's clock: the clocks of two processes may differ.
alter table calendar_feeds add column read_began_at timestamptz;
