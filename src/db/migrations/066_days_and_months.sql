-- Indexes that hold what the hosts' day, the inbox and the tax report add up, so that no booking or message is read for it.

-- Balances that were declined; those that are due are found by their day (bookings_open).
create index bookings_declined on bookings (checkin) where open_cents > 0 and balance_declines > 0;

drop index messages_waited;
create index messages_waited on messages (created_at) include (waited_seconds) where waited_seconds is not null;

create index bookings_ledger on bookings (checkin)
  include (total_cents, paid_cents, pending_cents, waived_cents, returned_cents) where status = 'confirmed';
