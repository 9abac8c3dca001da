-- What reading calendar feeds again needs, and the secret links under which other channels read ours.

alter table calendar_feeds
  add column etag text not null default '',
  add column last_modified text not null default '',
  add column body_hash bytea,
  -- The last good reading that brought the whole file, not merely 'unchanged'.
  add column parsed_at timestamptz,
  add column empty_readings integer not null default 0;

-- Another address, or another meaning of its dates: what was read before says nothing about the next answer.
create function reset_feed_validators() returns trigger language plpgsql as $$
begin
  new.etag := '';
  new.last_modified := '';
  new.body_hash := null;
  new.parsed_at := null;
  return new;
end $$;
create trigger reset_feed_validators before update of url, end_is_last_night, channel, property_id on calendar_feeds
  for each row when ((old.url, old.end_is_last_night, old.channel, old.property_id)
    is distinct from (new.url, new.end_is_last_night, new.channel, new.property_id))
  execute function reset_feed_validators();

-- A row that comes back from the trash or a backup: what it was last read as may be gone, or long ago.
create function reset_restored_feed() returns trigger language plpgsql as $$
begin
  new.etag := '';
  new.last_modified := '';
  new.body_hash := null;
  new.parsed_at := null;
  new.last_good_at := null;
  new.event_count := 0;
  return new;
end $$;
create trigger reset_restored_feed before insert on calendar_feeds
  for each row when (new.parsed_at is not null) execute function reset_restored_feed();

create function move_feed_events() returns trigger language plpgsql as $$
begin
  update feed_events set property_id = new.property_id where feed_id = new.id;
  return null;
end $$;
create trigger move_feed_events after update of property_id on calendar_feeds
  for each row when (old.property_id <> new.property_id) execute function move_feed_events();

-- A stay of one channel that another channel read from us and gives back under a name of its own. It closes its nights, is no
-- second stay, and is never exported.
alter table feed_events add column is_echo boolean not null default false;

-- By statement instead of by row: a feed of 1,000 events is one insert here, not 1,000.
create function occupy_feed_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into occupied_nights (source_id, property_id, kind, nights)
    select id, property_id, 'feed_' || kind, daterange(checkin, checkout) from added;
  elsif tg_op = 'DELETE' then
    delete from occupied_nights using removed where source_id = removed.id;
  else
    delete from occupied_nights using removed join added using (id)
    where source_id = removed.id and (removed.property_id, removed.kind, removed.checkin, removed.checkout)
      is distinct from (added.property_id, added.kind, added.checkin, added.checkout);
    insert into occupied_nights (source_id, property_id, kind, nights)
    select added.id, added.property_id, 'feed_' || added.kind, daterange(added.checkin, added.checkout)
    from removed join added using (id)
    where (removed.property_id, removed.kind, removed.checkin, removed.checkout)
      is distinct from (added.property_id, added.kind, added.checkin, added.checkout);
  end if;
  return null;
end $$;
drop trigger occupy on feed_events;
drop function occupy_feed_event();
create trigger occupy_inserted after insert on feed_events referencing new table as added
  for each statement execute function occupy_feed_events();
create trigger occupy_updated after update on feed_events referencing old table as removed new table as added
  for each statement execute function occupy_feed_events();
create trigger occupy_deleted after delete on feed_events referencing old table as removed
  for each statement execute function occupy_feed_events();

-- One secret link for each home and channel: 256 random bits less the twelve that mark UUIDs. No reference: a home that comes
-- back from the trash has the links again that other channels know.
create table calendar_links (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null,
  channel text not null check (channel in ('airbnb', 'vrbo', 'booking_com', 'other')),
  token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  last_fetched_at timestamptz,
  renewed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (property_id, channel)
);
