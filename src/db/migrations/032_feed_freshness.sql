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

-- Since when a feed is to be read under this address. Trouble from before then is not told again, and what was told is over.
alter table calendar_feeds add column watched_since timestamptz not null default now();
update calendar_feeds set watched_since = created_at;

create function watch_feed() returns trigger language plpgsql as $$
begin
  new.watched_since := now();
  new.trouble_mailed_at := null;
  return new;
end $$;
create trigger watch_inserted_feed before insert on calendar_feeds for each row execute function watch_feed();
create trigger watch_changed_feed before update of url, is_active on calendar_feeds
  for each row when (old.url <> new.url or new.is_active and not old.is_active) execute function watch_feed();
