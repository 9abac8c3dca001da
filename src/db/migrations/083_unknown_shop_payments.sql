-- Payments of purchases in the shop that are not in the books are saved and reported as those of bookings are.
alter table unknown_payments
  alter column booking_id drop not null,
  alter column booking_code drop not null,
  add column checkout_id uuid,
  add check (num_nonnulls(booking_id, checkout_id) = 1),
  add check ((booking_id is null) = (booking_code is null));
