-- Only a backup that is restored brings a turnover that its stays have made by then. Every other new turnover was looked up
-- before, so that a first reading of a calendar with 1,000 stays deleted 1,000 times what is not there.

create or replace function complete_turnover() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op = 'INSERT' and current_setting('pcb.restoring', true) = 'on' then
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
comment on function complete_turnover() is 'Replaces a turnover of the same departure while a backup is restored, and computes whether the next guests come the same day.';
