-- Counting must not wait for the disk: that cost as much as a search for free homes. An unclean end of the database empties
-- the counters.
alter table rate_limits set unlogged;
