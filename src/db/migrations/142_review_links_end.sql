-- Renewing the link of a booking ends the link of its review, too: whoever had the one has the other. The next run of the
-- reviews' job stores the hash of the new one.

create function end_review_link() returns trigger language plpgsql as $$
begin
  update review_requests set token_hash = null where booking_id = new.id;
  return null;
end $$;
create trigger end_review_link after update of key_version on bookings
  for each row when (old.key_version <> new.key_version) execute function end_review_link();
comment on function end_review_link() is 'Ends the link of a review when the link of its booking is renewed.';
