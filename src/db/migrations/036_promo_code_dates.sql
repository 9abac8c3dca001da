-- A code whose dates end before they begin was never valid: it stays so, with dates that hosts can mend.
update promo_codes set is_active = false, book_until = book_from where book_until < book_from;
update promo_codes set is_active = false, stay_until = stay_from where stay_until < stay_from;
alter table promo_codes
  add constraint promo_codes_booked_fit check (book_until >= book_from),
  add constraint promo_codes_stay_fit check (stay_until >= stay_from);
