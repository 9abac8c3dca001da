import { sql } from 'kysely';
import { chargeGuest, previewCharge } from '../../src/features/bookings/charges/charge-guest.server.ts';
import { voidCharge } from '../../src/features/bookings/charges/void-charge.server.ts';
import { extrasOfBooking } from '../../src/features/bookings/record/extras-store.server.ts';
import { newId } from '../../src/shared/uuid.server.ts';
import type { StepOf } from './step.ts';
import { bookingAt, type World } from './world.ts';

/** Hosts charge for something beside the price; repeated, as by a doubled click, it is charged once. */
export async function charge(world: World, step: StepOf<'charge'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  if (!booking) return;
  const { amount, collect } = step;
  const { due } = await previewCharge(world.host, booking.code, { amount, isTaxed: true });
  const request = { label: 'Heat the pool', amount, isTaxed: true, reason: 'As asked', collect };
  const key = newId();
  const act = () =>
    chargeGuest(
      world.host,
      booking.code,
      collect === 'elsewhere' ? { ...request, how: 'Cash' } : request,
      key,
    );
  const { id } = await act();
  if (collect === 'elsewhere')
    world.paidElsewhere.set(booking.id, (world.paidElsewhere.get(booking.id) ?? 0) + due);
  if (step.isRepeated && (await act()).id !== id)
    throw new Error(`${booking.code} was charged twice for one key`);
}

/** Hosts take the first charge back that is not paid. */
export async function voidFirst(world: World, step: StepOf<'void'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  if (!booking) return;
  const rows = await extrasOfBooking(world.ctx.db, booking.id);
  const open = rows.find(({ status }) => status === 'open');
  if (open) await voidCharge(world.host, booking.code, open.id);
}

/**
 * Charges whose line is missing or has another amount, that are in the bill although they ended, or that are open
 * although nothing is due.
 */
export async function findWrongCharges({ ctx: { db } }: World): Promise<string[]> {
  const { rows } = await sql<{
    code: string;
    label: string;
    status: string;
    amount: number;
    line: number | null;
  }>`
    select code, extra.label, extra.status, extra.amount_cents as amount, (
        select (line ->> 'amount')::integer from jsonb_array_elements(price -> 'lines') as line
        where line ->> 'addedId' = extra.id::text
      ) as line
    from booking_extras as extra
    join bookings on bookings.id = booking_id
    join quotes on quotes.id = quote_id
    where case when extra.status in ('open', 'paid') then
        (select (line ->> 'amount')::integer from jsonb_array_elements(price -> 'lines') as line
          where line ->> 'addedId' = extra.id::text) is distinct from extra.amount_cents
        or (extra.status = 'open' and (bookings.status <> 'confirmed' or open_cents = 0))
      when extra.status = 'withdrawn' then exists (
        select from jsonb_array_elements(price -> 'lines') as line where line ->> 'addedId' = extra.id::text)
      else false end`.execute(db);
  return rows.map(
    ({ code, label, status, amount, line }) =>
      `${code}: ${label} is ${status} with ${amount}, its line ${line}`,
  );
}
