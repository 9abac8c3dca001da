-- A new database reads its first calendars before it has statistics. The plans that its triggers made for empty tables then
-- read every turnover and every night for each row: 100 calendars of 1,000 stays took minutes.

alter function complete_turnover() set enable_seqscan = off;

create or replace function skip_occupied_twice() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if exists (
    -- `offset 0`: the source's few nights by the primary key, never all sources of these nights.
    select from (select nights from occupied_nights where source_id = new.source_id offset 0) as own where nights = new.nights
  ) then
    return null;
  end if;
  return new;
end $$;
