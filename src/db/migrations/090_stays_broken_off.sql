-- Whatever ends a stay before its check-out, once people have slept there, leaves a home to be cleaned today: a stay of ours or
-- another channel's that is cancelled, moved, shortened or deleted, or turns out to be an echo or a block.

create function is_slept_in(checkin date, checkout date) returns boolean language sql stable as
$$ select checkin < today_at_property() and checkout >= today_at_property() $$;

-- Of a home whose stays changed, the turnover of today beside those of departures. `ended` holds the check-outs that stays had
-- in which people slept; call it before `keep_turnovers`, which deletes the turnovers of those.
create function keep_turnover_of_today(home uuid, ended date[]) returns void language plpgsql as $$
declare
  today constant date := today_at_property();
  day date;
  leaves date;
begin
  perform lock_turnovers(home);
  leaves := (select min(checkout) from real_stays where property_id = home and checkin < today and checkout >= today);
  if leaves > today then
    -- People sleep there on: nobody has left, or they are back.
    perform move_turnover(home, today, leaves);
    delete from turnovers where property_id = home and departs_on = today and status = 'todo';
  elsif leaves is null and ended <> '{}' then
    for day in select distinct checkout from unnest(ended) as checkout order by checkout loop
      perform move_turnover(home, day, today);
    end loop;
    insert into turnovers (property_id, departs_on, cleaner_id)
    select home, today, cleaner_id from properties
    where id = home and not exists (select from turnovers where property_id = home and departs_on = today);
  end if;
end $$;

-- Makes and ends the turnovers of a home by its stays before and after a change.
create function change_turnovers(home uuid, before daterange[], after daterange[]) returns void language plpgsql as $$
declare
  today constant date := today_at_property();
  ended constant date[] := array(
    select upper(nights) from unnest(before) as nights where is_slept_in(lower(nights), upper(nights))
  );
begin
  if ended <> '{}' or exists (
    select from unnest(after) as nights where lower(nights) < today and upper(nights) > today
  ) then
    perform keep_turnover_of_today(home, ended);
  end if;
  perform keep_turnovers(
    home,
    array(
      -- Of people who slept there the check-in does not count: the turnover before it was for them.
      select case when is_slept_in(lower(nights), upper(nights)) then today else lower(nights) end
      from unnest(before) as nights
      union all
      select lower(nights) from unnest(after) as nights
    ),
    array(
      select upper(nights) from unnest(before) as nights
      where not (is_slept_in(lower(nights), upper(nights)) and upper(nights) = today)
      union all
      select upper(nights) from unnest(after) as nights
    )
  );
end $$;

create or replace function keep_turnovers_of_booking() returns trigger language plpgsql as $$
declare
  before daterange[] := '{}';
  after daterange[] := '{}';
begin
  if tg_op <> 'INSERT' and old.status = 'confirmed' then
    before := array[daterange(old.checkin, old.checkout)];
  end if;
  if tg_op <> 'DELETE' and new.status = 'confirmed' then
    after := array[daterange(new.checkin, new.checkout)];
  end if;
  if tg_op = 'UPDATE' and old.property_id = new.property_id then
    if before <> '{}' and after <> '{}'
      and (is_slept_in(new.checkin, new.checkout) or not is_slept_in(old.checkin, old.checkout)) then
      perform move_turnover(new.property_id, old.checkout, new.checkout);
    end if;
    perform change_turnovers(new.property_id, before, after);
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform lock_turnovers(least(old.property_id, new.property_id));
  end if;
  if before <> '{}' then
    perform change_turnovers(old.property_id, before, '{}');
  end if;
  if after <> '{}' then
    perform change_turnovers(new.property_id, '{}', after);
  end if;
  return null;
end $$;

create or replace function keep_turnovers_of_events() returns trigger language plpgsql as $$
declare
  home record;
  moved record;
begin
  if tg_op = 'UPDATE' then
    for moved in
      select added.property_id, removed.checkout as from_day, added.checkout as to_day
      from removed join added using (id)
      where removed.property_id = added.property_id and removed.checkout <> added.checkout
        and (removed.kind, removed.is_echo, added.kind, added.is_echo) = ('reservation', false, 'reservation', false)
        and (is_slept_in(added.checkin, added.checkout) or not is_slept_in(removed.checkin, removed.checkout))
      order by 1, 2
    loop
      perform move_turnover(moved.property_id, moved.from_day, moved.to_day);
    end loop;
    for home in
      with changed as (
        select id from removed join added using (id)
        where (removed.property_id, removed.kind, removed.is_echo, removed.checkin, removed.checkout)
          is distinct from (added.property_id, added.kind, added.is_echo, added.checkin, added.checkout)
      ), event as (
        select property_id, kind, is_echo, daterange(checkin, checkout) as nights, true as is_before
        from removed where id in (select id from changed)
        union all
        select property_id, kind, is_echo, daterange(checkin, checkout), false
        from added where id in (select id from changed)
      )
      select property_id, coalesce(array_agg(nights) filter (where is_before), '{}') as before,
        coalesce(array_agg(nights) filter (where not is_before), '{}') as after
      from event where kind = 'reservation' and not is_echo group by property_id order by property_id
    loop
      perform change_turnovers(home.property_id, home.before, home.after);
    end loop;
  elsif tg_op = 'INSERT' then
    for home in
      select property_id, array_agg(daterange(checkin, checkout)) as after
      from added where kind = 'reservation' and not is_echo group by property_id order by property_id
    loop
      perform change_turnovers(home.property_id, '{}', home.after);
    end loop;
  else
    for home in
      select property_id, array_agg(daterange(checkin, checkout)) as before
      from removed where kind = 'reservation' and not is_echo group by property_id order by property_id
    loop
      perform change_turnovers(home.property_id, home.before, '{}');
    end loop;
  end if;
  return null;
end $$;
