-- Account deletion and the data download find addresses as sign-in stores them: trimmed, in lower case. Rows that hosts typed or
-- imported had them as typed.
update inquiries set email = lower(btrim(email, E' \t')) where email <> lower(btrim(email, E' \t'));
update cleaners set email = lower(btrim(email, E' \t')) where email <> lower(btrim(email, E' \t'));
