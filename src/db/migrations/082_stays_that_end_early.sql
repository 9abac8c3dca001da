-- A stay that goes away after people have slept there leaves the home today: it is cleaned as after any other, and is not
-- ready for whoever comes next. One that has not begun, or begins today, leaves nothing to be done.
create or replace function keep_turnovers_of_booking() returns trigger language plpgsql as $$
declare
  today constant date := today_at_property();
  is_left boolean := false;
begin
  if tg_op = 'UPDATE' then
    perform lock_turnovers(least(old.property_id, new.property_id));
    if old.property_id = new.property_id and old.status = 'confirmed' and new.status = 'confirmed' then
      perform move_turnover(new.property_id, old.checkout, new.checkout);
    end if;
    is_left := old.status = 'confirmed' and old.checkin < today and old.checkout >= today
      and (new.status <> 'confirmed' or new.property_id <> old.property_id);
  end if;
  if is_left then
    perform move_turnover(old.property_id, old.checkout, today);
    -- Not by its check-in: the turnover before it was for these guests.
    perform keep_turnovers(old.property_id, array[today], array_remove(array[old.checkout], today));
  elsif tg_op <> 'INSERT' and old.status = 'confirmed' then
    perform keep_turnovers(old.property_id, array[old.checkin], array[old.checkout]);
  end if;
  if tg_op <> 'DELETE' and new.status = 'confirmed' then
    perform keep_turnovers(new.property_id, array[new.checkin], array[new.checkout]);
  end if;
  return null;
end $$;

-- A cleaner with another address may be another person: the link that the old address got ends, and the next mail holds a new one.
create function end_cleaning_link() returns trigger language plpgsql as $$
begin
  new.link_version := old.link_version + 1;
  new.token_hash := null;
  return new;
end $$;
create trigger end_cleaning_link before update of email on cleaners
  for each row when (lower(old.email) is distinct from lower(new.email)) execute function end_cleaning_link();
