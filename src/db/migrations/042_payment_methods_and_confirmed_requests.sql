-- Whether hosts take bank debits, which settle days later, for stays that are far enough away.
alter table site_settings add column takes_bank_debits boolean not null default false;

-- What its page was opened with: the provider's idempotency key requires equal parameters for every call.
alter table payment_attempts add column takes_bank_debit boolean not null default false;

-- When the guest opened the link that was mailed to them, which tells other channels of their request.
alter table bookings add column email_confirmed_at timestamptz;

-- Bookings that were never paid, and still name their guest.
create index bookings_unpaid_named on bookings (updated_at)
  where status in ('expired', 'released', 'declined') and email <> 'deleted@account.invalid';
create index bookings_unpaid_client on bookings (updated_at)
  where status in ('expired', 'released', 'declined') and client_key <> '';
