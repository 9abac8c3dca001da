-- A calendar that is read for the first time brings a thousand stays to a home at once. A turnover was inserted without its next
-- arrival and then updated, the arrival was searched three times, and every update built two JSON objects to compare.

-- The first check-in from a day on, with the guests and pets of a stay of ours; no row without one.
create function next_arrival(home uuid, day date) returns table (checkin date, guests integer, pets integer) language sql stable as $$
  -- By an index for each kind of stay; `offset 0`: else the planner searches again wherever the check-in is named.
  select next.checkin, stay.guests, stay.pets
  from (
    select least(
      (select bookings.checkin from bookings
        where property_id = home and status = 'confirmed' and bookings.checkin >= day order by bookings.checkin limit 1),
      (select feed_events.checkin from feed_events
        where property_id = home and kind = 'reservation' and not is_echo and feed_events.checkin >= day
        order by feed_events.checkin limit 1)
    ) as checkin offset 0
  ) as next left join bookings as stay
    on stay.property_id = home and stay.status = 'confirmed' and stay.checkin = next.checkin
  where next.checkin is not null
  limit 1
$$;

-- Of the turnovers of a home, makes and ends those of some departures, and lets each that may be concerned know who arrives next.
-- Days that are over stay as they were, and what is reported is never deleted. Days are joined, not compared with an array:
-- a plan that is stored for any array compares each row with each of its days.
create or replace function keep_turnovers(home uuid, checkins date[], checkouts date[]) returns void language plpgsql as $$
declare
  first_checkin constant date := (select min(day) from unnest(checkins) as day);
  last_checkin constant date := (select max(day) from unnest(checkins) as day);
  departures date[];
  concerned uuid[];
begin
  perform lock_turnovers(home);
  departures := array(
    -- Each day by its index: without the limit the planner would read all stays that the home ever had.
    select distinct day from unnest(checkouts) as day
      cross join lateral (select from real_stays where property_id = home and checkout = day limit 1) as stay
  );
  delete from turnovers using (
    select unnest(checkouts) as day except select unnest(departures)
  ) as ended
  where property_id = home and departs_on = ended.day and departs_on >= today_at_property() and status = 'todo';
  concerned := array(
    -- By their arrivals: of the departures up to a day the planner would take the past, too.
    with later as materialized (
      select id, departs_on from turnovers where property_id = home and arrives_on >= first_checkin
      union all
      select id, departs_on from turnovers where property_id = home and arrives_on is null
    )
    select id from later where departs_on <= last_checkin
    union
    select id from unnest(checkouts) as day join turnovers on property_id = home and departs_on = day
  );
  insert into turnovers (property_id, departs_on, cleaner_id, arrives_on, guests, pets)
  select home, day, property.cleaner_id, arrival.checkin, arrival.guests, arrival.pets
  from unnest(departures) as day
    join properties as property on property.id = home
    left join lateral next_arrival(home, day) as arrival on true
  where day >= today_at_property()
    and not exists (select from turnovers where property_id = home and departs_on = day);
  update turnovers as turnover
  set arrives_on = changed.checkin, guests = changed.guests, pets = changed.pets, updated_at = now()
  from (
    select before.id, arrival.checkin, arrival.guests, arrival.pets
    from unnest(concerned) as one(id) join turnovers as before using (id)
      left join lateral next_arrival(home, before.departs_on) as arrival on true
    where (before.arrives_on, before.guests, before.pets)
      is distinct from (arrival.checkin, arrival.guests, arrival.pets)
  ) as changed
  where turnover.id = changed.id;
end $$;

drop trigger log_changed on turnovers;
create trigger log_changed after update on turnovers
  for each row when ((old.cleaner_id, old.property_id, old.departs_on, old.arrives_on, old.guests, old.pets, old.note)
    is distinct from (new.cleaner_id, new.property_id, new.departs_on, new.arrives_on, new.guests, new.pets, new.note)
    or old.status = 'done' and new.status <> 'done') execute function log_turnover_change();
