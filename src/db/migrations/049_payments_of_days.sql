-- The hosts' figures read the card charges of some days, and which of them was a booking's first one.
create index payments_card_charges on payments (created_at) include (booking_id, amount_cents, currency)
  where kind = 'charge' and method = 'card';
create index payments_charges_of_booking on payments (booking_id, created_at) where kind = 'charge';
-- What went back, for the tax report: few bookings have any.
create index payments_returned on payments (booking_id) include (kind, amount_cents) where kind <> 'charge';
