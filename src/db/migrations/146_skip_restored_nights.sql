-- Only a backup that is restored brings nights that triggers have written. Every other new row was looked up before: 1,000 statements
-- for a calendar of 1,000 stays.

drop trigger skip_occupied_twice on occupied_nights;
create trigger skip_occupied_twice before insert on occupied_nights
  for each row when (current_setting('pcb.restoring', true) = 'on') execute function skip_occupied_twice();
comment on function skip_occupied_twice() is 'Skips nights that their source has already while a backup is restored: it brings rows that triggers write, too.';
