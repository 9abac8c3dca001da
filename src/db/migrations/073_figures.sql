-- What the figures of the business add up, month by month: which nights were sold, and since when and until when they stood so.

-- Of direct stays, one row for each month that a stay touches; their rents add up to its rent. A move ends the rows that stood and
-- writes new ones, a cancellation ends them: what was on the books on another day is what stood then.
create table stay_months (
  booking_id uuid not null references bookings (id) on delete cascade,
  property_id uuid not null references properties (id) on delete cascade,
  -- The first of the month.
  month date not null,
  first_night date not null,
  nights integer not null check (nights > 0),
  rent_cents bigint not null,
  -- Of the whole stay, in the month of its check-in alone.
  stay_nights integer,
  days_ahead integer,
  booked_at timestamptz not null,
  ended_at timestamptz,
  is_cancelled boolean not null default false check (not is_cancelled or ended_at is not null)
);
-- With all that is added up, so that a year of all homes is read in one place.
create index stay_months_month on stay_months (month, property_id)
  include (nights, rent_cents, stay_nights, days_ahead, booked_at, ended_at, is_cancelled);
create index stay_months_booking on stay_months (booking_id);

-- Of other channels: their reservations, and what they close. Their calendars drop what is over, so that it is stored here; no
-- reference to the event for that reason. Without echoes.
create table channel_nights (
  event_id uuid not null,
  feed_id uuid not null,
  property_id uuid not null references properties (id) on delete cascade,
  channel text not null,
  kind text not null check (kind in ('reservation', 'block')),
  nights daterange not null check (not isempty(nights)),
  booked_at timestamptz not null,
  ended_at timestamptz
);
create index channel_nights_event on channel_nights (event_id);
create index channel_nights_feed on channel_nights (feed_id);
create index channel_nights_property on channel_nights (property_id);
create index channel_nights_nights on channel_nights using gist (nights);

-- The nights of a stay by month, with the rent of each, in the proportion of its nights' prices: rounded sums up to each month's
-- end, so that the parts add up to what is left of the rent after discounts and promotions.
create function split_stay(checkin date, checkout date, price jsonb)
returns table (month date, first_night date, nights integer, rent_cents bigint) language sql immutable parallel safe as $$
  with rent as (
    select coalesce(sum(amount), 0) as cents
    from jsonb_to_recordset(price -> 'lines') as line (kind text, amount bigint)
    where kind in ('rent', 'discount', 'promo')
  ), prices as (
    select number::integer, (night ->> 'price')::numeric as price
    from jsonb_array_elements(price -> 'nights') with ordinality as night (night, number)
  ), stored as (
    select count(*) = checkout - checkin and sum(prices.price) > 0 as is_complete from prices
  ), weighed as (
    select checkin + number - 1 as day,
      case when stored.is_complete then prices.price else 1 end as weight
    from stored cross join generate_series(1, checkout - checkin) as number left join prices using (number)
  ), summed as (
    select day, sum(weight) over (order by day) as until, sum(weight) over (order by day) - weight as before,
      sum(weight) over () as whole
    from weighed
  )
  select date_trunc('month', day)::date, min(day), count(*)::integer,
    (round(rent.cents * max(until) / whole) - round(rent.cents * min(before) / whole))::bigint
  from summed, rent
  group by 1, rent.cents, whole
$$;

create function days_ahead(checkin date, booked_at timestamptz) returns integer language sql stable parallel safe as
$$ select greatest(0, checkin - (booked_at at time zone 'America/Chicago')::date) $$;

create function write_stay_months() returns trigger language plpgsql as $$
begin
  -- A backup that is restored brings its rows, too.
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' and (old.status, new.status) = ('confirmed', 'confirmed') and old.quote_id <> new.quote_id then
    update stay_months set ended_at = new.updated_at where booking_id = new.id and ended_at is null;
  else
    delete from stay_months where booking_id = new.id and (ended_at is null or is_cancelled);
  end if;
  if new.status in ('confirmed', 'cancelled') then
    insert into stay_months (booking_id, property_id, month, first_night, nights, rent_cents, stay_nights, days_ahead, booked_at, ended_at, is_cancelled)
    select new.id, new.property_id, part.month, part.first_night, part.nights, part.rent_cents,
      case when part.first_night = new.checkin then new.checkout - new.checkin end,
      case when part.first_night = new.checkin then days_ahead(new.checkin, new.created_at) end,
      coalesce((select max(ended_at) from stay_months where booking_id = new.id), new.confirmed_at, new.created_at),
      case when new.status = 'cancelled' then coalesce(new.cancelled_at, new.updated_at) end,
      new.status = 'cancelled'
    from quotes, split_stay(new.checkin, new.checkout, quotes.price) as part
    where quotes.id = new.quote_id;
  end if;
  return null;
end $$;
create trigger stay_months_inserted after insert on bookings
  for each row when (new.status in ('confirmed', 'cancelled')) execute function write_stay_months();
create trigger stay_months_updated
  after update of status, property_id, quote_id, checkin, checkout, created_at, confirmed_at, cancelled_at on bookings
  for each row when (
    (old.status in ('confirmed', 'cancelled') or new.status in ('confirmed', 'cancelled'))
    and (old.status, old.property_id, old.quote_id, old.checkin, old.checkout, old.created_at, old.confirmed_at, old.cancelled_at)
      is distinct from
      (new.status, new.property_id, new.quote_id, new.checkin, new.checkout, new.created_at, new.confirmed_at, new.cancelled_at)
  ) execute function write_stay_months();

insert into stay_months (booking_id, property_id, month, first_night, nights, rent_cents, stay_nights, days_ahead, booked_at, ended_at, is_cancelled)
select bookings.id, bookings.property_id, part.month, part.first_night, part.nights, part.rent_cents,
  case when part.first_night = bookings.checkin then bookings.checkout - bookings.checkin end,
  case when part.first_night = bookings.checkin then days_ahead(bookings.checkin, bookings.created_at) end,
  coalesce(confirmed_at, bookings.created_at),
  case when status = 'cancelled' then coalesce(cancelled_at, updated_at) end,
  status = 'cancelled'
from bookings join quotes on quotes.id = bookings.quote_id,
  split_stay(bookings.checkin, bookings.checkout, quotes.price) as part
where status in ('confirmed', 'cancelled');

-- Nights that are over stay as they were; those to come end with what their event says no more.
create function end_channel_nights(events uuid[]) returns void language sql as $$
  with today as (
    select (now() at time zone 'America/Chicago')::date as day
  ), ended as (
    update channel_nights set ended_at = now()
    from today where event_id = any (events) and ended_at is null and upper(nights) > day
    returning channel_nights.*
  )
  insert into channel_nights (event_id, feed_id, property_id, channel, kind, nights, booked_at)
  select event_id, feed_id, property_id, channel, kind, daterange(lower(nights), day), booked_at
  from ended, today
  where lower(nights) < day and exists (select from properties where properties.id = ended.property_id)
$$;

create function write_channel_nights() returns trigger language plpgsql as $$
begin
  -- A backup that is restored brings its rows, too.
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform end_channel_nights(array(select id from removed));
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into channel_nights (event_id, feed_id, property_id, channel, kind, nights, booked_at)
    select added.id, feed_id, added.property_id, channel, kind, nights, added.created_at
    from added join calendar_feeds on calendar_feeds.id = feed_id,
      unnest(coalesce(own_nights, datemultirange(daterange(checkin, checkout)))) as nights
    where not is_echo;
    return null;
  end if;
  -- Judged otherwise, or of another home: then what is over was so, too.
  update channel_nights set ended_at = now()
  from removed join added using (id)
  where event_id = added.id and ended_at is null
    and (removed.property_id, removed.kind, removed.is_echo) <> (added.property_id, added.kind, added.is_echo);
  perform end_channel_nights(array(
    select id from removed join added using (id)
    where (removed.checkin, removed.checkout, removed.own_nights) is distinct from (added.checkin, added.checkout, added.own_nights)
  ));
  insert into channel_nights (event_id, feed_id, property_id, channel, kind, nights, booked_at)
  select added.id, added.feed_id, added.property_id, channel, added.kind, nights, now()
  from removed join added using (id) join calendar_feeds on calendar_feeds.id = added.feed_id,
    unnest(coalesce(added.own_nights, datemultirange(daterange(added.checkin, added.checkout)))) as nights
  where not added.is_echo
    and (removed.property_id, removed.kind, removed.is_echo, removed.checkin, removed.checkout, removed.own_nights)
      is distinct from (added.property_id, added.kind, added.is_echo, added.checkin, added.checkout, added.own_nights);
  return null;
end $$;
create trigger channel_nights_inserted after insert on feed_events referencing new table as added
  for each statement execute function write_channel_nights();
create trigger channel_nights_updated after update on feed_events referencing old table as removed new table as added
  for each statement execute function write_channel_nights();
create trigger channel_nights_deleted after delete on feed_events referencing old table as removed
  for each statement execute function write_channel_nights();

create function rename_channel_nights() returns trigger language plpgsql as $$
begin
  update channel_nights set channel = new.channel where feed_id = new.id;
  return null;
end $$;
create trigger rename_channel_nights after update of channel on calendar_feeds
  for each row when (old.channel <> new.channel) execute function rename_channel_nights();

insert into channel_nights (event_id, feed_id, property_id, channel, kind, nights, booked_at)
select event.id, feed_id, event.property_id, channel, kind, nights, event.created_at
from feed_events as event join calendar_feeds on calendar_feeds.id = feed_id,
  unnest(coalesce(own_nights, datemultirange(daterange(checkin, checkout)))) as nights
where not is_echo;

-- Stays that began at a link which a guest's agent gave.
alter table bookings drop constraint bookings_source_check,
  add constraint bookings_source_check check (source in ('site', 'hosts', 'offer', 'agent'));
create index bookings_by_agents on bookings (checkin) where source = 'agent';
