-- While its one row is there, no card is charged and nothing is refunded: a backup was restored, and what the card provider did
-- since then is not in the books yet. `npm run restore` makes the table itself, also in databases older than this.
create table if not exists payment_pause (
  id boolean primary key default true check (id),
  -- The backup's moment.
  since timestamptz not null,
  -- When the hosts got a mail that the provider does not answer.
  notified_at timestamptz
);

-- Payments at the card provider that name a booking of ours which the books do not have.
create table unknown_payments (
  -- The provider's payment intent.
  payment_id text primary key,
  booking_id uuid not null,
  booking_code text not null,
  amount_cents bigint not null check (amount_cents > 0),
  refunded_cents bigint not null default 0,
  currency text not null,
  -- What the guest paid for, as the provider has it.
  description text not null,
  paid_at timestamptz not null,
  created_at timestamptz not null default now()
);
