-- Earlier releases wrote four invented stays into every empty database, in production too: they close nights, are mailed, and
-- stand in the tax report. They go with their payments where they are still as they were written: to the last figure, with the
-- times of one transaction, and without anything that a person did. Their addresses, under `.example`, belong to nobody.
create temporary table invented_stays on commit drop as
select bookings.id, bookings.quote_id
from (values
  ('The Walkers', 'the.walkers@guests.example', 'kid-friendly-steps-to-beach', 4, 4),
  ('The Ortegas', 'the.ortegas@guests.example', 'kid-friendly-steps-to-beach', 7, 4),
  ('The Lindens', 'the.lindens@guests.example', 'the-beachcomber', 5, 5),
  ('The Harpers', 'the.harpers@guests.example', 'the-beachcomber', 6, 6)
) as invented (name, email, slug, nights, guests)
join bookings using (name, email, guests)
join quotes on quotes.id = bookings.quote_id
join properties on properties.id = bookings.property_id and properties.slug = invented.slug
where bookings.checkout - bookings.checkin = invented.nights
  and bookings.status = 'confirmed' and bookings.source = 'hosts' and bookings.note = 'Booked by phone'
  and bookings.phone = '' and bookings.pets = 0 and bookings.plan = 'full' and bookings.promo_code_id is null
  and bookings.stripe_customer_id is null and bookings.stripe_payment_method_id is null
  and bookings.idempotency_key is null and bookings.client_key = '' and bookings.anonymize_on is null
  and bookings.confirmed_at = bookings.created_at and quotes.expires_at = bookings.created_at
  and (quotes.property_id, quotes.checkin, quotes.checkout, quotes.total_cents)
    = (bookings.property_id, bookings.checkin, bookings.checkout, bookings.total_cents)
  and (select array_agg((kind, method, reason, amount_cents, created_at, stripe_id is null)) from payments where booking_id = bookings.id)
    = array[('charge'::text, 'elsewhere'::text, 'Bank transfer'::text, bookings.total_cents, bookings.created_at, true)]
  and not exists (select from booking_events
    where booking_id = bookings.id and not (actor = 'system' and event = 'mail_queued'))
  and not exists (select from payment_attempts where booking_id = bookings.id)
  and not exists (select from refund_orders where booking_id = bookings.id)
  and not exists (select from disputes where booking_id = bookings.id)
  and not exists (select from booking_browsers where booking_id = bookings.id)
  and not exists (select from offers where booking_id = bookings.id or offers.quote_id = bookings.quote_id)
  and not exists (select from threads where threads.id = bookings.id)
  and not exists (select from audit_log where table_name = 'bookings' and row_id = bookings.id::text)
  and not exists (select from bookings as other where other.quote_id = bookings.quote_id and other.id <> bookings.id);

delete from payments using invented_stays where payments.booking_id = invented_stays.id;
delete from bookings using invented_stays where bookings.id = invented_stays.id;
delete from quotes using invented_stays where quotes.id = invented_stays.quote_id;
