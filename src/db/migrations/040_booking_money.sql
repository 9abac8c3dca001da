-- What a booking's guest has paid, gets back and owes: derived here, and nowhere else.
--
-- One booking: `booking_money`. Many (lists, jobs, sums): the columns of `bookings`, which triggers keep equal to the view:
--   paid_cents     charges less refunds less lost disputes, so far
--   pending_cents  refunds that are ordered and not confirmed by the provider yet
--   waived_cents   what the hosts gave back of their own will: a guest never owes it again
--   open_cents     what is to be paid still; 0 once the nights are not the guest's any more, and below what a card can be charged
-- Whoever asks for what is open or due adds the literal condition `open_cents > 0`, so that `bookings_open` is used and no booking
-- that was ever paid is read: `where open_cents > 0 and status = 'confirmed' and balance_due_on <= …`.
-- Nothing else writes these columns.

alter table payments drop constraint payments_kind_check;
-- `dispute`: what a bank took back for good; one that is won after all is deleted.
alter table payments add constraint payments_kind_check check (kind in ('charge', 'refund', 'dispute'));

-- Of a refund by the hosts: what the guest had paid too much before it, such as a refund that failed. Only the rest is waived.
alter table refund_orders add column overpaid_cents bigint not null default 0;
alter table refund_orders add check (overpaid_cents between 0 and amount_cents);
create index refund_orders_booking_pending on refund_orders (booking_id) where status = 'pending';

-- As the card provider has them now; their history is in booking_events.
create table disputes (
  id text primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  -- The `stripe_id` of the charge in payments.
  payment_id text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null default 'usd',
  status text not null,
  reason text not null default '',
  answer_by timestamptz,
  created_at timestamptz not null default now()
);
create index disputes_booking on disputes (booking_id);
create index disputes_undecided on disputes (created_at) where status not in ('won', 'lost', 'warning_closed', 'prevented');

insert into disputes (id, booking_id, payment_id, amount_cents, status, reason, answer_by, created_at)
select distinct on (details ->> 'dispute') details ->> 'dispute', booking_id, '', coalesce((details ->> 'amount')::bigint, 0),
  details ->> 'status', coalesce(details ->> 'reason', ''), (details ->> 'answerBy')::timestamptz, created_at
from booking_events
where event = 'disputed' and details ->> 'dispute' is not null and details ->> 'status' is not null
order by details ->> 'dispute', id desc;
update disputes set payment_id = charge.stripe_id
from (select distinct on (booking_id) booking_id, stripe_id from payments where kind = 'charge' and stripe_id is not null
  order by booking_id, created_at) as charge
where charge.booking_id = disputes.booking_id;
insert into payments (booking_id, kind, amount_cents, stripe_id, charge_id, reason, created_at)
select booking_id, 'dispute', amount_cents, id, payment_id, 'Dispute lost', created_at
from disputes where status = 'lost' and amount_cents > 0;

-- 50 cents of US dollars: the least that the provider charges (`minChargeCents` says it for prices that are not booked yet).
create function booking_open_cents(status text, total bigint, paid bigint, pending bigint, waived bigint) returns bigint
language sql immutable parallel safe
return case
  when status in ('held', 'requested', 'confirmed') and total - waived - paid + pending >= 50
    then total - waived - paid + pending
  else 0
end;

create view booking_money as
select bookings.id as booking_id, ledger.charges, ledger.refunds, ledger.lost,
  ledger.charges - ledger.refunds - ledger.lost as paid,
  orders.pending, orders.waived,
  -- What a bank holds while it decides: no refund of it can be made.
  (select coalesce(sum(amount_cents), 0)::bigint from disputes
    where disputes.booking_id = bookings.id and status in ('needs_response', 'under_review')) as disputed,
  booking_open_cents(bookings.status, bookings.total_cents, ledger.charges - ledger.refunds - ledger.lost,
    orders.pending, orders.waived) as open
from bookings
cross join lateral (
  select coalesce(sum(amount_cents) filter (where kind = 'charge'), 0)::bigint as charges,
    coalesce(sum(amount_cents) filter (where kind = 'refund'), 0)::bigint as refunds,
    coalesce(sum(amount_cents) filter (where kind = 'dispute'), 0)::bigint as lost
  from payments where payments.booking_id = bookings.id
) as ledger
cross join lateral (
  select coalesce(sum(amount_cents) filter (where status = 'pending'), 0)::bigint as pending,
    coalesce(sum(amount_cents - overpaid_cents) filter (where kind = 'hosts' and status <> 'failed'), 0)::bigint as waived
  from refund_orders where refund_orders.booking_id = bookings.id
) as orders;

-- Hosts who refunded again what a bank had sent back: that was counted as a gift until now.
update refund_orders set overpaid_cents = least(refund_orders.amount_cents, again.excess)
from (
  select distinct on (later.booking_id) later.id,
    money.paid - money.pending - (bookings.total_cents - money.waived) as excess
  from refund_orders as failed
  join refund_orders as later on later.booking_id = failed.booking_id and later.kind = 'hosts'
    and later.status <> 'failed' and later.created_at > failed.created_at
  join bookings on bookings.id = failed.booking_id and bookings.status = 'confirmed'
  join booking_money as money on money.booking_id = bookings.id
  where failed.status = 'failed' and failed.kind in ('move', 'excess')
  order by later.booking_id, later.created_at
) as again
where again.id = refund_orders.id and again.excess > 0;

alter table bookings
  add column paid_cents bigint not null default 0,
  add column pending_cents bigint not null default 0,
  add column waived_cents bigint not null default 0,
  add column open_cents bigint not null default 0;

-- Always: a bulk load that turns triggers off must not leave money that nobody collects.
create function set_booking_open() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.paid_cents := 0;
    new.pending_cents := 0;
    new.waived_cents := 0;
  end if;
  new.open_cents := booking_open_cents(new.status, new.total_cents, new.paid_cents, new.pending_cents, new.waived_cents);
  return new;
end $$;
create trigger set_open before insert or update of status, total_cents, paid_cents, pending_cents, waived_cents, open_cents
  on bookings for each row execute function set_booking_open();
alter table bookings enable always trigger set_open;

-- Locked first, in a statement of its own: the sums are taken after whoever changed the same booking has committed. `no key`
-- because the foreign keys of two concurrent inserts have locked the row already.
create function refresh_booking_money(changed uuid[]) returns void language plpgsql as $$
begin
  perform from bookings where id = any (changed) order by id for no key update;
  update bookings set paid_cents = money.paid, pending_cents = money.pending, waived_cents = money.waived
  from booking_money as money
  where bookings.id = any (changed) and money.booking_id = bookings.id
    and (paid_cents, pending_cents, waived_cents) is distinct from (money.paid, money.pending, money.waived);
end $$;

create function refresh_added_money() returns trigger language plpgsql as $$
begin
  perform refresh_booking_money(array(select distinct booking_id from added));
  return null;
end $$;
create function refresh_removed_money() returns trigger language plpgsql as $$
begin
  perform refresh_booking_money(array(select distinct booking_id from removed));
  return null;
end $$;
create function refresh_changed_money() returns trigger language plpgsql as $$
begin
  perform refresh_booking_money(array(select booking_id from added union select booking_id from removed));
  return null;
end $$;

create trigger money_added after insert on payments
  referencing new table as added for each statement execute function refresh_added_money();
create trigger money_removed after delete on payments
  referencing old table as removed for each statement execute function refresh_removed_money();
create trigger money_changed after update on payments
  referencing old table as removed new table as added for each statement execute function refresh_changed_money();
create trigger money_added after insert on refund_orders
  referencing new table as added for each statement execute function refresh_added_money();
create trigger money_removed after delete on refund_orders
  referencing old table as removed for each statement execute function refresh_removed_money();
create trigger money_changed after update on refund_orders
  referencing old table as removed new table as added for each statement execute function refresh_changed_money();
alter table payments enable always trigger money_added;
alter table payments enable always trigger money_removed;
alter table payments enable always trigger money_changed;
alter table refund_orders enable always trigger money_added;
alter table refund_orders enable always trigger money_removed;
alter table refund_orders enable always trigger money_changed;

update bookings set paid_cents = money.paid, pending_cents = money.pending, waived_cents = money.waived
from booking_money as money
where money.booking_id = bookings.id
  and (money.open > 0 or (money.paid, money.pending, money.waived) is distinct from (0, 0, 0));

drop index bookings_balance;
create index bookings_open on bookings (status, balance_due_on) where open_cents > 0;
