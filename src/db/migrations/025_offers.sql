-- Prices that hosts send to one guest as a link, and refunds of stays that were moved.

create table offers (
  id uuid primary key,
  token_hash bytea not null unique,
  -- A quote goes 30 days after its time is over, and its offer with it.
  quote_id uuid not null references quotes (id) on delete cascade,
  booking_id uuid references bookings (id) on delete set null,
  inquiry_id uuid references inquiries (id) on delete set null,
  email text not null default '' check (char_length(email) <= 254),
  nightly_cents integer check (nightly_cents > 0),
  note text not null default '' check (char_length(note) <= 2000),
  holds_nights boolean not null default false,
  created_by text not null,
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now()
);
create index offers_quote on offers (quote_id);
create index offers_booking on offers (booking_id);
create index offers_inquiry on offers (inquiry_id);
create index offers_newest on offers (created_at desc);
create index offers_email on offers (email) where email <> '';

alter table refund_orders
  drop constraint refund_orders_kind_check,
  add constraint refund_orders_kind_check
    check (kind in ('cancellation', 'hosts', 'too_late', 'excess', 'move'));
