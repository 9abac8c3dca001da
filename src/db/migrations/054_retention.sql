-- The client address of a booking goes after a day, whatever became of it.
drop index bookings_unpaid_client;
create index bookings_client on bookings (created_at)
  where client_key <> '' and status not in ('held', 'requested');
-- Cards of deleted guests that the provider still has.
create index bookings_deleted_guests_cards on bookings (checkout)
  where email = 'deleted@account.invalid'
    and (stripe_customer_id is not null or stripe_payment_method_id is not null);
