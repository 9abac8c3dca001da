-- Hosts charge for what is added to a stay, by a link or the stored card: each by itself, beside a balance that is still to come.

alter table payment_attempts drop constraint payment_attempts_purpose_check;
-- `charge`: what is due by itself, of a stored card the extra with the id of the attempt.
alter table payment_attempts
  add constraint payment_attempts_purpose_check check (purpose in ('stay', 'balance', 'charge'));

create or replace view booking_money as
select bookings.id as booking_id, ledger.charges, ledger.refunds, ledger.lost,
  ledger.charges - ledger.refunds - ledger.lost as paid,
  orders.pending, orders.waived,
  -- What a bank holds while it decides: no refund of it can be made.
  (select coalesce(sum(amount_cents), 0)::bigint from disputes
    where disputes.booking_id = bookings.id and status in ('needs_response', 'under_review')) as disputed,
  booking_open_cents(bookings.status, bookings.total_cents, ledger.charges - ledger.refunds - ledger.lost,
    orders.pending, orders.waived) as open,
  orders.unexplained,
  -- What of it is due by itself: charges, and what was ordered when no balance was to come.
  least(
    booking_open_cents(bookings.status, bookings.total_cents, ledger.charges - ledger.refunds - ledger.lost,
      orders.pending, orders.waived),
    (select coalesce(sum(due_cents), 0)::bigint from booking_extras
      where booking_extras.booking_id = bookings.id and status = 'open')
  ) as alone
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
