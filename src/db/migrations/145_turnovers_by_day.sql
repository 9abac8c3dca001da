-- A calendar with 1,000 stays of a home that has their turnovers already compared each day with each turnover of the home, half a
-- million times: the plan that a connection stores after five readings expects ten days.

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
  from (
    -- `except` sorts or hashes: a plan that is stored for few days would join each day with each turnover.
    select day from unnest(departures) as day where day >= today_at_property()
    except
    select departs_on from turnovers where property_id = home and departs_on >= today_at_property()
  ) as departure
    join properties as property on property.id = home
    left join lateral next_arrival(home, day) as arrival on true;
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
comment on function keep_turnovers(uuid, date[], date[]) is 'Makes and deletes the turnovers of some departures and updates the next arrival of those that may change.';
