-- Limits are counted in transactions of their own, one statement each. They need not wait for the disk: a database that ends
-- uncleanly loses what it counted in its last moments (three times wal_writer_delay, 0.6 s), and nothing else.
create function commit_counter_asynchronously() returns trigger language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  return null;
end $$;

create trigger commit_counter_asynchronously before insert or update on rate_limits
  for each statement execute function commit_counter_asynchronously();
