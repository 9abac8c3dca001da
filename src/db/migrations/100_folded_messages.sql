-- Hosts search in conversations as they search for people: without accents and capitals, and for a phone number however it is
-- spelled.

-- The digits of each phone number in a text, one after the other; null without any.
create function phones_in(words text) returns text language sql immutable parallel safe strict
  return (
    select string_agg(regexp_replace(phone[1], '\D', '', 'g'), ' ')
    from regexp_matches(words, '\d[\d ()+./-]{5,40}\d', 'g') as phone
  );

drop index messages_words;
create index messages_words on messages using gin (fold_search(text) gin_trgm_ops)
  with (gin_pending_list_limit = 64);
create index messages_phones on messages using gin (phones_in(text) gin_trgm_ops)
  with (gin_pending_list_limit = 64);
