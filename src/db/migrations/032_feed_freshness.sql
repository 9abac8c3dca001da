-- How fresh a calendar feed is, and since when.

-- Another address, or another meaning of its dates: it was never read. Its events stay, so that its nights stay closed.
create or replace function reset_feed_validators() returns trigger language plpgsql as $$
begin
  new.etag := '';
  new.last_modified := '';
  new.body_hash := null;
  new.parsed_at := null;
  new.last_good_at := null;
  new.event_count := 0;
  new.empty_readings := 0;
  return new;
end $$;
