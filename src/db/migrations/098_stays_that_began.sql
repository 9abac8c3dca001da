-- A stay that had begun is reviewed as it was then, whatever becomes of its booking: its home, its check-in and the check-out
-- that stood, from which on it is reviewed.
alter table review_requests
  add column begun_property_id uuid,
  add column begun_checkin date,
  add column begun_checkout date,
  add constraint review_requests_begun_stay
    check (num_nulls(begun_property_id, begun_checkin, begun_checkout) in (0, 3));

create function freeze_begun_stay() returns trigger language plpgsql as $$
begin
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  insert into review_requests (booking_id, due_at, begun_property_id, begun_checkin, begun_checkout)
  select old.id, review_due_at(old.checkout), old.property_id, old.checkin, old.checkout
  from quotes
  where id = old.quote_id and (old.checkin + check_in_from::time) at time zone 'America/Chicago'
    <= coalesce(case when new.status = 'cancelled' then new.cancelled_at end, now())
  on conflict (booking_id) do update
  set begun_property_id = excluded.begun_property_id, begun_checkin = excluded.begun_checkin,
    begun_checkout = excluded.begun_checkout
  where review_requests.begun_checkin is null;
  return null;
end $$;
-- By its name before `plan_review_of_changed`, which reads it.
create trigger freeze_begun_stay after update of status, property_id, checkin, checkout on bookings
  for each row when (
    old.status = 'confirmed' and new.email <> 'deleted@account.invalid'
    and (new.status, new.property_id, new.checkin, new.checkout)
      is distinct from (old.status, old.property_id, old.checkin, old.checkout)
  )
  execute function freeze_begun_stay();

-- The request of a stay that had begun is put off by a week at most: longer nights may be a way to forbid a review.
create or replace function plan_review_request() returns trigger language plpgsql as $$
begin
  -- A backup that is restored brings its requests, too.
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  update review_requests
  set due_at = least(review_due_at(new.checkout), review_due_at(begun_checkout + 7))
  where booking_id = new.id and sent_at is null;
  if not found and new.checkout >= (now() at time zone 'America/Chicago')::date then
    insert into review_requests (booking_id, due_at) values (new.id, review_due_at(new.checkout))
    on conflict (booking_id) do nothing;
  end if;
  return null;
end $$;

create or replace function set_review_stay() returns trigger language plpgsql as $$
begin
  select coalesce(begun_property_id, property_id), to_char(coalesce(begun_checkin, checkin), 'YYYY-MM'),
    coalesce(new.published_at, now())
    into new.property_id, new.stay_month, new.published_at
  from bookings left join review_requests on review_requests.booking_id = bookings.id
  where bookings.id = new.booking_id;
  return new;
end $$;

-- Stays that were cancelled after they had begun, and can still be reviewed.
update review_requests
set begun_property_id = bookings.property_id, begun_checkin = bookings.checkin, begun_checkout = bookings.checkout
from bookings join quotes on quotes.id = bookings.quote_id
where bookings.id = review_requests.booking_id and bookings.status = 'cancelled'
  and (bookings.checkin + quotes.check_in_from::time) at time zone 'America/Chicago' <= bookings.cancelled_at
  and bookings.checkout >= (now() at time zone 'America/Chicago')::date - 60;
