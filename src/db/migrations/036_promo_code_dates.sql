-- Older rows stay as they are: a code whose dates end before they begin was never valid.
alter table promo_codes
  add constraint promo_codes_booked_fit check (book_until >= book_from) not valid,
  add constraint promo_codes_stay_fit check (stay_until >= stay_from) not valid;
