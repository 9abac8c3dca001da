-- Account deletion and the data download find addresses as sign-in stores them: trimmed, in lower case. Rows that hosts typed or
-- imported had them as typed.
update inquiries set email = lower(btrim(email, E' \t')) where email <> lower(btrim(email, E' \t'));
update cleaners set email = lower(btrim(email, E' \t')) where email <> lower(btrim(email, E' \t'));
-- So do the history and the trash, from which a row can come back.
update audit_log set
  before = case when before ? 'email' then before || jsonb_build_object('email', lower(btrim(before ->> 'email', E' \t'))) else before end,
  after = case when after ? 'email' then after || jsonb_build_object('email', lower(btrim(after ->> 'email', E' \t'))) else after end
where table_name in ('inquiries', 'cleaners')
  and (before ->> 'email' <> lower(btrim(before ->> 'email', E' \t')) or after ->> 'email' <> lower(btrim(after ->> 'email', E' \t')));
update deleted_rows set row = row || jsonb_build_object('email', lower(btrim(row ->> 'email', E' \t')))
where table_name in ('inquiries', 'cleaners') and row ->> 'email' <> lower(btrim(row ->> 'email', E' \t'));
