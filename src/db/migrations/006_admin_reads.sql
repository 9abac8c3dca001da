-- What the admin's lists stand on, whatever the table: how many rows it has is kept, not counted, and texts are found by
-- their trigrams. Which tables take part follows from their schemas (features/admin/prepare.server.ts).
create extension if not exists pg_trgm;

-- The rows of a table, as a sum over its shards: writers at the same moment keep to different ones.
create table row_counts (
  table_name text not null,
  shard smallint not null,
  rows bigint not null,
  primary key (table_name, shard)
) with (fillfactor = 50);

create function count_rows() returns trigger language plpgsql as $$
declare
  change bigint;
  free smallint;
begin
  if tg_op = 'TRUNCATE' then
    delete from row_counts where table_name = tg_table_name;
    insert into row_counts values (tg_table_name, 0, 0);
    return null;
  end if;
  if tg_op = 'INSERT' then
    select count(*) into change from added;
  else
    select -count(*) into change from removed;
  end if;
  if change = 0 then
    return null;
  end if;
  -- A shard that no other transaction has: nobody waits for anybody, and so nobody can wait in a circle.
  free := pg_backend_pid() % 32;
  for step in 1..32 loop
    exit when pg_try_advisory_xact_lock(tg_relid::integer, free);
    free := (free + 1) % 32;
  end loop;
  insert into row_counts values (tg_table_name, free, change)
  on conflict (table_name, shard) do update set rows = row_counts.rows + excluded.rows;
  return null;
end $$;
