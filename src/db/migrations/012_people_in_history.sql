-- Whoever has their account deleted is found in the history without reading all of it. Hashes take texts of any length.

create index row_history_email on row_history using hash ((row ->> 'email'));
create index row_history_email_before on row_history using hash ((before ->> 'email'));
create index row_history_author on row_history (by_user_id);
