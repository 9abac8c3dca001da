-- Indexes of searched texts take new entries early. By default each keeps up to 4 MB of them in a list that every search reads
-- from end to end, until a vacuum, which a large table rarely gets: 20 ms for each searched column.
do $$
declare
  searched regclass;
begin
  for searched in
    select index.indexrelid::regclass
    from pg_index as index
    join pg_class on pg_class.oid = index.indexrelid
    join pg_am on pg_am.oid = pg_class.relam
    join pg_opclass on pg_opclass.oid = any(index.indclass)
    where pg_am.amname = 'gin' and pg_opclass.opcname = 'gin_trgm_ops' and pg_table_is_visible(index.indrelid)
  loop
    execute format('alter index %s set (gin_pending_list_limit = 64)', searched);
    perform gin_clean_pending_list(searched);
  end loop;
end
$$;

-- Hosts look for parts of a code, a name or an address: in one index, where three named each booking of a Mary twice.
create index bookings_search_text on bookings using gin ((code || ' ' || name || ' ' || email) gin_trgm_ops)
  with (gin_pending_list_limit = 64);
