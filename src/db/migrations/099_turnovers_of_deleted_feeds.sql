-- A calendar that is disconnected and connected again brings the same stays: their turnovers get back the note and the cleaner
-- that hosts gave them.
create table disconnected_turnovers (
  property_id uuid not null references properties (id) on delete cascade,
  checkin date not null,
  checkout date not null,
  note text not null,
  -- Whether hosts gave it to somebody else than the home's cleaner, or to nobody.
  is_reassigned boolean not null,
  cleaner_id uuid references cleaners (id) on delete set null,
  primary key (property_id, checkin, checkout)
);

create function save_disconnected_turnovers() returns trigger language plpgsql as $$
begin
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  delete from disconnected_turnovers where checkout < today_at_property();
  insert into disconnected_turnovers (property_id, checkin, checkout, note, is_reassigned, cleaner_id)
  select distinct removed.property_id, removed.checkin, removed.checkout, turnover.note,
    turnover.cleaner_id is distinct from home.cleaner_id, turnover.cleaner_id
  from removed
  join turnovers as turnover
    on turnover.property_id = removed.property_id and turnover.departs_on = removed.checkout and turnover.status = 'todo'
  join properties as home on home.id = removed.property_id
  where removed.kind = 'reservation' and not removed.is_echo and removed.checkout >= today_at_property()
    and (turnover.note <> '' or turnover.cleaner_id is distinct from home.cleaner_id)
  on conflict (property_id, checkin, checkout) do update
  set note = excluded.note, is_reassigned = excluded.is_reassigned, cleaner_id = excluded.cleaner_id;
  return null;
end $$;
-- By its name before `turnovers_deleted`, which deletes the turnovers.
create trigger save_disconnected after delete on feed_events referencing old table as removed
  for each statement execute function save_disconnected_turnovers();

create function restore_disconnected_turnovers() returns trigger language plpgsql as $$
begin
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  with back as (
    delete from disconnected_turnovers as former using added
    where (former.property_id, former.checkin, former.checkout) = (added.property_id, added.checkin, added.checkout)
      and added.kind = 'reservation' and not added.is_echo
    returning former.*
  )
  update turnovers as turnover
  set note = back.note, cleaner_id = case when back.is_reassigned then back.cleaner_id else turnover.cleaner_id end,
    updated_at = now()
  from back
  -- Only those that this transaction made: another stay with the same check-out left its turnover as hosts have it now.
  where turnover.property_id = back.property_id and turnover.departs_on = back.checkout and turnover.created_at = now();
  return null;
end $$;
-- By its name after `turnovers_inserted`, which makes the turnovers.
create trigger turnovers_restored after insert on feed_events referencing new table as added
  for each statement execute function restore_disconnected_turnovers();
