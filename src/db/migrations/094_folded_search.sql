-- Hosts find a guest by what they hear on the phone: a name without its accents, the digits of a number, a code as it is dictated.

-- A text without accents and capitals; both sides of a search. The bodies are bound when they are made: an index is built without
-- the schema in its search path.
create function fold_search(words text) returns text language sql immutable parallel safe strict
  return case when octet_length(words) = char_length(words) then lower(words) else
    replace(replace(replace(replace(translate(lower(
      regexp_replace(normalize(words, nfkd), '[\u0300-\u036f]', '', 'g')
    ), 'øłđðı’‘', 'olddi'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end;

-- A pattern for LIKE that finds a word anywhere in such a text.
create function search_pattern(word text) returns text language sql immutable parallel safe strict
  return '%' || regexp_replace(fold_search(word), '([\\%_])', '\\\1', 'g') || '%';

create function phone_digits(phone text) returns text language sql immutable parallel safe strict
  return regexp_replace(phone, '\D', '', 'g');

create function booking_search_text(code text, name text, email text, phone text) returns text
language sql immutable parallel safe strict
  return fold_search(code || ' ' || name || ' ' || email) || ' ' || phone_digits(phone);

create function inquiry_search_text(name text, email text, home text, phone text) returns text
language sql immutable parallel safe strict
  return fold_search(name || ' ' || email || ' ' || home) || ' ' || phone_digits(phone);

drop index bookings_search_text;
create index bookings_search_text on bookings using gin (booking_search_text(code, name, email, phone) gin_trgm_ops)
  with (gin_pending_list_limit = 64);
drop index inquiries_home_words;
create index inquiries_search_text on inquiries using gin (inquiry_search_text(name, email, property_title, phone) gin_trgm_ops)
  with (gin_pending_list_limit = 64);

-- Those of the tables' searched columns are built again at the next start, of the folded texts.
do $$
declare
  searched regclass;
begin
  for searched in
    select pg_class.oid from pg_class
    join pg_index on pg_index.indexrelid = pg_class.oid
    join pg_opclass on pg_opclass.oid = any(pg_index.indclass)
    where pg_opclass.opcname = 'gin_trgm_ops' and pg_class.relname like '%\_trigrams' and pg_table_is_visible(pg_index.indrelid)
  loop
    execute format('drop index %s', searched);
  end loop;
end
$$;
