-- What the tax report adds up stands with each booking, so that no price and no payment of its months is read: the shares of its
-- taxes, of the quote that it stands on now, and what went back of its payments.

-- Taxes of one jurisdiction are levied on one base, the largest of theirs: [{jurisdiction, taxable, exempt, due}], minor units.
create function price_taxes(price jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return (
    with lines as materialized (
      select kind, amount, jurisdiction, step, "isTaxed" as is_taxed
      from jsonb_to_recordset(price -> 'lines')
        as line (kind text, amount bigint, jurisdiction text, step integer, "isTaxed" boolean)
    ), shares as (
      select line.jurisdiction, line.amount as due, 0 as exempt, (
        select coalesce(sum(other.amount), 0) from lines as other
        where case other.kind when 'tax' then other.step < line.step when 'fee' then other.is_taxed else true end
      ) as taxable
      from lines as line where line.kind = 'tax'
      union all
      select jurisdiction, 0, base, 0
      from jsonb_to_recordset(coalesce(price -> 'exempt', '[]')) as exempt (jurisdiction text, base bigint)
    )
    select coalesce(jsonb_agg(to_jsonb(share)), '[]') from (
      select jurisdiction, greatest(max(taxable), 0) as taxable, greatest(max(exempt), 0) as exempt, sum(due) as due
      from shares group by jurisdiction order by jurisdiction
    ) as share
  );
end $$;

alter table bookings
  add column taxes jsonb not null default '[]',
  -- Refunds and lost disputes: `paid_cents` is the charges less these.
  add column returned_cents bigint not null default 0;

-- A backup may bring a booking before its quote: its taxes come with it.
create function set_booking_taxes() returns trigger language plpgsql as $$
begin
  new.taxes := coalesce((select price_taxes(price) from quotes where id = new.quote_id), new.taxes);
  return new;
end $$;
create trigger set_taxes before insert or update of quote_id, taxes on bookings
  for each row execute function set_booking_taxes();

create or replace function refresh_booking_money(changed uuid[]) returns void language plpgsql as $$
begin
  perform from bookings where id = any (changed) order by id for no key update;
  update bookings set paid_cents = money.paid, pending_cents = money.pending, waived_cents = money.waived,
    returned_cents = money.refunds + money.lost
  from booking_money as money
  where bookings.id = any (changed) and money.booking_id = bookings.id
    and (paid_cents, pending_cents, waived_cents, returned_cents)
      is distinct from (money.paid, money.pending, money.waived, money.refunds + money.lost);
end $$;

create or replace function set_booking_open() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.paid_cents := 0;
    new.pending_cents := 0;
    new.waived_cents := 0;
    new.returned_cents := 0;
  end if;
  new.open_cents := booking_open_cents(new.status, new.total_cents, new.paid_cents, new.pending_cents, new.waived_cents);
  return new;
end $$;

alter table bookings disable trigger set_taxes;
update bookings set taxes = price_taxes(quotes.price) from quotes where quotes.id = bookings.quote_id;
alter table bookings enable always trigger set_taxes;
update bookings set returned_cents = ledger.cents
from (select booking_id, sum(amount_cents) as cents from payments where kind <> 'charge' group by booking_id) as ledger
where ledger.booking_id = bookings.id;
drop index payments_returned;
