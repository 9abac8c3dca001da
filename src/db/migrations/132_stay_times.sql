-- An approved early check-in or late check-out is the time of its stay: derived from its extras, for all that shows times.

alter table bookings
  add column early_check_in text,
  add column late_check_out text;
comment on column bookings.early_check_in is 'An approved time before the home''s check-in; written by triggers alone';
comment on column bookings.late_check_out is 'An approved time after the home''s check-out; written by triggers alone';

create function set_stay_times() returns trigger language plpgsql as $$
declare
  booking uuid := coalesce(new.booking_id, old.booking_id);
begin
  update bookings set early_check_in = times.early, late_check_out = times.late
  from (
    select min(clock_time) filter (where moment = 'early_check_in') as early,
      max(clock_time) filter (where moment = 'late_check_out') as late
    from booking_extras where booking_id = booking and status in ('open', 'paid')
  ) as times
  where id = booking and (early_check_in, late_check_out) is distinct from (times.early, times.late);
  return null;
end $$;
comment on function set_stay_times() is 'Copies the approved times of a stay from its extras into its row.';
create trigger set_stay_times after insert or update of status, clock_time, moment or delete on booking_extras
  for each row execute function set_stay_times();

alter table turnovers
  add column late_check_out text,
  add column early_check_in text;
comment on column turnovers.late_check_out is 'Of the guests who leave, where it is not the home''s time';
comment on column turnovers.early_check_in is 'Of the guests who arrive next, where it is not the home''s time';

create or replace function complete_turnover() returns trigger language plpgsql set enable_seqscan to 'off' as $$
begin
  if tg_op = 'INSERT' then
    delete from turnovers where property_id = new.property_id and departs_on = new.departs_on;
  end if;
  new.is_same_day := coalesce(new.arrives_on = new.departs_on, false);
  new.late_check_out := (
    select max(late_check_out) from bookings
    where property_id = new.property_id and checkout = new.departs_on and status = 'confirmed'
  );
  new.early_check_in := (
    select min(early_check_in) from bookings
    where property_id = new.property_id and checkin = new.arrives_on and status = 'confirmed'
  );
  return new;
end $$;
comment on function complete_turnover() is 'Replaces a turnover of the same departure on insert and computes whether the next guests come the same day, and the approved times of both stays.';

create function time_turnovers() returns trigger language plpgsql as $$
begin
  update turnovers set updated_at = now()
  where property_id = new.property_id and departs_on >= today_at_property() - 1
    and (departs_on = new.checkout or arrives_on = new.checkin);
  return null;
end $$;
comment on function time_turnovers() is 'Lets the turnovers before and after a stay know its approved times.';
create trigger time_turnovers after update of early_check_in, late_check_out on bookings
  for each row when (new.status = 'confirmed'
    and (old.early_check_in, old.late_check_out) is distinct from (new.early_check_in, new.late_check_out))
  execute function time_turnovers();

create or replace function turnover_facts(turnover turnovers) returns jsonb language sql immutable as $$
  select jsonb_build_object('arrivesOn', turnover.arrives_on, 'guests', turnover.guests, 'pets', turnover.pets,
    'note', turnover.note, 'lateCheckOut', turnover.late_check_out, 'earlyCheckIn', turnover.early_check_in)
$$;
drop trigger log_changed on turnovers;
create trigger log_changed after update on turnovers
  for each row when ((old.cleaner_id, old.property_id, old.departs_on, turnover_facts(old))
    is distinct from (new.cleaner_id, new.property_id, new.departs_on, turnover_facts(new))
    or old.status = 'done' and new.status <> 'done') execute function log_turnover_change();

create function check_extra_time() returns trigger language plpgsql as $$
declare
  home record;
begin
  if new.moment <> 'none' and new.clock_time is null then
    raise exception 'An early check-in or late check-out needs its time'
      using errcode = 'check_violation', column = 'clock_time';
  end if;
  if new.moment = 'none' or new.property_id is null then return new; end if;
  select check_in_from, check_out_until into home from properties where id = new.property_id;
  if new.moment = 'late_check_out' and not (new.clock_time > home.check_out_until and new.clock_time <= home.check_in_from) then
    raise exception 'A late check-out is after the check-out of the home (%) and at the latest at its check-in (%)',
      home.check_out_until, home.check_in_from using errcode = 'check_violation', column = 'clock_time';
  end if;
  if new.moment = 'early_check_in' and not (new.clock_time < home.check_in_from
    and home.check_in_from::time - new.clock_time::time <= interval '4 hours') then
    raise exception 'An early check-in is before the check-in of the home (%), by 4 hours at most', home.check_in_from
      using errcode = 'check_violation', column = 'clock_time';
  end if;
  return new;
end $$;
comment on function check_extra_time() is 'Rejects a time of an extra that does not fit the home that it is for.';
create trigger check_extra_time before insert or update of moment, clock_time, property_id on extras
  for each row execute function check_extra_time();
