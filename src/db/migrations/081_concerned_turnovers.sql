-- The turnovers that a change concerns are named first, then written: the plan that the database keeps for a statement with
-- all in one read every turnover that the home ever had.

-- Of the turnovers of a home, makes and ends those of some departures, and lets each that may be concerned know who arrives next.
-- Days that are over stay as they were, and what is reported is never deleted.
create or replace function keep_turnovers(home uuid, checkins date[], checkouts date[]) returns void language plpgsql as $$
declare
  first_checkin constant date := (select min(day) from unnest(checkins) as day);
  last_checkin constant date := (select max(day) from unnest(checkins) as day);
  departures date[];
  concerned uuid[];
begin
  perform lock_turnovers(home);
  departures := array(
    select distinct checkout from real_stays where property_id = home and checkout = any(checkouts)
  );
  delete from turnovers
  where property_id = home and departs_on = any(checkouts) and departs_on <> all(departures)
    and departs_on >= today_at_property() and status = 'todo';
  insert into turnovers (property_id, departs_on, cleaner_id)
  select home, departure.day, property.cleaner_id
  from (
    select unnest(departures) as day
    except select departs_on from turnovers where property_id = home and departs_on = any(departures)
  ) as departure join properties as property on property.id = home
  where departure.day >= today_at_property();
  concerned := array(
    -- By their arrivals: of the departures up to a day the planner would take the past, too.
    with later as materialized (
      select id, departs_on from turnovers where property_id = home and arrives_on >= first_checkin
      union all
      select id, departs_on from turnovers where property_id = home and arrives_on is null
    )
    select id from later where departs_on <= last_checkin
    union
    select id from turnovers where property_id = home and departs_on = any(checkouts)
  );
  update turnovers as turnover
  set arrives_on = arrival.checkin, guests = arrival.guests, pets = arrival.pets, updated_at = now()
  from turnovers as before left join lateral (
    -- By an index for each kind of stay: a calendar may bring thousands of them at once.
    select next.checkin, stay.guests, stay.pets
    from (
      select least(
        (select checkin from bookings
          where property_id = home and status = 'confirmed' and checkin >= before.departs_on order by checkin limit 1),
        (select checkin from feed_events
          where property_id = home and kind = 'reservation' and not is_echo and checkin >= before.departs_on
          order by checkin limit 1)
      ) as checkin
    ) as next left join bookings as stay
      on stay.property_id = home and stay.status = 'confirmed' and stay.checkin = next.checkin
    where next.checkin is not null
    limit 1
  ) as arrival on true
  where turnover.id = before.id and before.id = any(concerned)
    and (before.arrives_on, before.guests, before.pets)
      is distinct from (arrival.checkin, arrival.guests, arrival.pets);
end $$;
