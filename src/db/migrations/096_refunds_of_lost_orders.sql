-- A refund that was made after the backup that was restored, whose reason is lost with its order: it counts towards what a
-- cancellation gives back, so that nothing goes back a second time.
alter table refund_orders add column is_lost boolean not null default false;

create or replace view booking_money as
select bookings.id as booking_id, ledger.charges, ledger.refunds, ledger.lost,
  ledger.charges - ledger.refunds - ledger.lost as paid,
  orders.pending, orders.waived,
  -- What a bank holds while it decides: no refund of it can be made.
  (select coalesce(sum(amount_cents), 0)::bigint from disputes
    where disputes.booking_id = bookings.id and status in ('needs_response', 'under_review')) as disputed,
  booking_open_cents(bookings.status, bookings.total_cents, ledger.charges - ledger.refunds - ledger.lost,
    orders.pending, orders.waived) as open,
  orders.unexplained
from bookings
cross join lateral (
  select coalesce(sum(amount_cents) filter (where kind = 'charge'), 0)::bigint as charges,
    coalesce(sum(amount_cents) filter (where kind = 'refund'), 0)::bigint as refunds,
    coalesce(sum(amount_cents) filter (where kind = 'dispute'), 0)::bigint as lost
  from payments where payments.booking_id = bookings.id
) as ledger
cross join lateral (
  select coalesce(sum(amount_cents) filter (where status = 'pending'), 0)::bigint as pending,
    coalesce(sum(amount_cents - overpaid_cents) filter (where kind = 'hosts' and status <> 'failed'), 0)::bigint as waived,
    coalesce(sum(amount_cents) filter (where is_lost and status <> 'failed'), 0)::bigint as unexplained
  from refund_orders where refund_orders.booking_id = bookings.id
) as orders;
