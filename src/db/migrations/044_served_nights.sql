-- What each link served when its channel last fetched it, as it was served: what tells an echo from a channel's own nights.
create table served_nights (
  link_id uuid not null references calendar_links (id) on delete cascade,
  source_kind text not null check (source_kind in ('booking', 'block', 'event')),
  source_id uuid not null,
  nights daterange not null check (not isempty(nights)),
  -- Since when the link serves these nights of the source.
  served_at timestamptz not null default now(),
  primary key (link_id, source_kind, source_id)
);

-- A link belongs to one feed, where a home has several of a channel. No reference: a feed comes back from the trash under its id.
alter table calendar_links add column feed_id uuid;
alter table calendar_links drop constraint calendar_links_property_id_channel_key;
create unique index calendar_links_once on calendar_links (property_id, channel, feed_id) nulls not distinct;
update calendar_links as link set feed_id = feed.id
from calendar_feeds as feed
where feed.property_id = link.property_id and feed.channel = link.channel and not exists (
  select from calendar_feeds as other
  where other.property_id = feed.property_id and other.channel = feed.channel and other.id <> feed.id
);

alter table feed_events
  -- How its channel marks it; `either` may be a stay as well as nights that are only closed. Null: as its kind.
  add column marked text check (marked in ('reservation', 'block', 'either')),
  -- Its nights without those that its channel had read from us. Null: all of them.
  add column own_nights datemultirange,
  -- When it was an echo last, while it has these nights.
  add column echo_ended_at timestamptz;

-- An event closes only its own nights, which may be several ranges.
alter table occupied_nights drop constraint occupied_nights_pkey, add primary key (source_id, nights);

create or replace function skip_occupied_twice() returns trigger language plpgsql as $$
begin
  if exists (select from occupied_nights where source_id = new.source_id and nights = new.nights) then
    return null;
  end if;
  return new;
end $$;

create or replace function occupy_feed_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into occupied_nights (source_id, property_id, kind, nights)
    select id, property_id, 'feed_' || kind, nights
    from added, unnest(coalesce(own_nights, datemultirange(daterange(checkin, checkout)))) as nights;
  elsif tg_op = 'DELETE' then
    delete from occupied_nights using removed where source_id = removed.id;
  else
    delete from occupied_nights using removed join added using (id)
    where source_id = removed.id
      and (removed.property_id, removed.kind, removed.checkin, removed.checkout, removed.own_nights)
        is distinct from (added.property_id, added.kind, added.checkin, added.checkout, added.own_nights);
    insert into occupied_nights (source_id, property_id, kind, nights)
    select added.id, added.property_id, 'feed_' || added.kind, nights
    from removed join added using (id),
      unnest(coalesce(added.own_nights, datemultirange(daterange(added.checkin, added.checkout)))) as nights
    where (removed.property_id, removed.kind, removed.checkin, removed.checkout, removed.own_nights)
      is distinct from (added.property_id, added.kind, added.checkin, added.checkout, added.own_nights);
  end if;
  return null;
end $$;

-- The present state, by what was known of each fetch until now: whatever had its nights before it was served.
insert into served_nights (link_id, source_kind, source_id, nights, served_at)
select link.id, source.kind, source.id, source.nights, source.changed_at
from calendar_links as link join (
  select 'booking' as kind, id, property_id, null as channel, daterange(checkin, checkout) as nights,
    greatest(created_at, confirmed_at, (
      select max(event.created_at) from booking_events as event
      where event.booking_id = bookings.id and event.event = 'moved'
    )) as changed_at
  from bookings
  where status in ('confirmed', 'requested')
    or status = 'held' and hold_expires_at - created_at > interval '2 hours'
  union all
  select 'block', id, property_id, null, daterange(first_night, last_night, '[]'), updated_at from blocks
  union all
  select 'event', event.id, event.property_id, feed.channel, daterange(event.checkin, event.checkout), event.updated_at
  from feed_events as event join calendar_feeds as feed on feed.id = event.feed_id
  where event.kind = 'reservation' and not event.is_echo
) as source on source.property_id = link.property_id and source.channel is distinct from link.channel
where link.last_fetched_at > source.changed_at;

-- Airbnb marks stays so that they are never an echo; what else was one stays one until its file is read whole, below.
update feed_events as event set is_echo = false, kind = 'reservation'
from calendar_feeds as feed
where feed.id = event.feed_id and feed.channel = 'airbnb' and event.is_echo;
update feed_events set marked = 'either', own_nights = '{}' where is_echo;
update feed_events as event set own_nights = remaining.nights, is_echo = isempty(remaining.nights)
from (
  select event.id, datemultirange(daterange(event.checkin, event.checkout)) - range_agg(served.nights) as nights
  from feed_events as event
  join calendar_links as link on link.feed_id = event.feed_id
  join served_nights as served on served.link_id = link.id and served.served_at < event.updated_at
    and served.nights && daterange(event.checkin, event.checkout)
  where event.kind = 'block' and not event.is_echo
  group by event.id
) as remaining
where remaining.id = event.id;

-- Every file is read whole next: how its channel marks each event was not stored until now.
update calendar_feeds set etag = '', last_modified = '', body_hash = null, parsed_at = null;
