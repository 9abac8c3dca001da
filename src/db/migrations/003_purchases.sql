-- One row for each time a guest was sent to pay. It is written before the card provider is called, and its id is the
-- provider's idempotency key, so a crash in between can neither lose nor double a session.
create table checkouts (
  id uuid primary key,
  request_key text unique check (char_length(request_key) between 8 and 255),
  product_id uuid not null references products (id) on delete restrict,
  product_name text not null,
  unit_amount_cents integer not null check (unit_amount_cents >= 50),
  currency text not null,
  quantity integer not null check (quantity = 1),
  type text not null check (type in ('payment', 'subscription')),
  billing_period text,
  status text not null default 'opening' check (status in ('opening', 'open', 'complete', 'expired', 'failed')),
  stripe_session_id text unique,
  stripe_url text,
  expires_at timestamptz not null,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  check (status in ('opening', 'failed') or stripe_session_id is not null)
);
create index checkouts_unsettled on checkouts (created_at) where status in ('opening', 'open');
create index checkouts_product on checkouts (product_id);

-- A purchase exists because the card provider said so, once for each checkout.
create table purchases (
  id uuid primary key,
  checkout_id uuid not null unique references checkouts (id) on delete restrict,
  stripe_session_id text not null unique,
  stripe_payment_intent_id text,
  stripe_subscription_id text,
  product_id uuid not null references products (id) on delete restrict,
  product_name text not null,
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null,
  type text not null check (type in ('payment', 'subscription')),
  status text not null default 'active' check (status in ('active', 'refunded', 'ended')),
  email text not null,
  customer_name text not null default '',
  purchased_at timestamptz not null,
  expires_at timestamptz
);
create index purchases_email on purchases (email, purchased_at desc);
create index purchases_product on purchases (product_id);
create index purchases_payment_intent on purchases (stripe_payment_intent_id);
create index purchases_subscription on purchases (stripe_subscription_id);

-- The provider's events that were seen; a repeated one is answered without work.
create table webhook_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
