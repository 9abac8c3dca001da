import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { shareStay } from '../../src/features/bookings/companions/share-stay.server.ts';
import { changeParty, previewParty } from '../../src/features/bookings/corrections/change-party.server.ts';
import { correctGuest } from '../../src/features/bookings/corrections/correct-guest.server.ts';
import { newId } from '../../src/shared/uuid.server.ts';
import type { StepOf } from './step.ts';
import { bookingAt, pick, type World } from './world.ts';

/** Hosts change how many come, at the price that they were shown; repeated, as by a doubled click, it changes once. */
export async function party(world: World, step: StepOf<'party'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  if (!booking) return;
  const request = { guests: step.guests, pets: step.pets, keepTotal: step.keepTotal };
  const { to } = await previewParty(world.host, booking.code, request);
  const key = newId();
  const change = () => changeParty(world.host, booking.code, { ...request, total: to.total, note: '' }, key);
  const first = await change();
  if (first.to.total !== to.total)
    throw new Error(`${booking.code} costs ${first.to.total} instead of ${to.total}`);
  if (step.isRepeated && !isDeepStrictEqual(await change(), first))
    throw new Error(`${booking.code} got another answer for the same key`);
}

/** Hosts correct the address of a guest: that of another one had been typed. */
export async function correct(world: World, step: StepOf<'correct'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  const guest = pick(world.guests, step.guest);
  if (booking && guest) await correctGuest(world.host, booking.code, { email: guest.email, note: '' });
}

export async function share(world: World, step: StepOf<'share'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  if (!booking) return;
  const { id } = await shareStay(world.ctx, booking, { name: 'The Lees', key: null });
  world.shares.set(id, { email: booking.email, propertyId: booking.property_id });
}

/** Links of companions that are open although the stay was cancelled, has another home, or its guest another address. */
export async function findForeignCompanions({ ctx: { db }, shares }: World): Promise<string[]> {
  const rows = await db
    .selectFrom('booking_companions')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['booking_companions.id', 'code', 'status', 'bookings.email', 'property_id'])
    .where('revoked_at', 'is', null)
    .execute();
  return rows
    .filter(({ id, status, email, property_id }) => {
      const made = shares.get(id);
      return status !== 'confirmed' || made?.email !== email || made.propertyId !== property_id;
    })
    .map(({ code, status }) => `${code}, ${status}, is open to a companion of before`);
}

/** Bookings whose lines do not add up to what they cost. */
export async function findWrongBills({ ctx: { db } }: World): Promise<string[]> {
  const { rows } = await sql<{ code: string; total: number; lines: number }>`
    select code, bookings.total_cents as total, (
        select sum((line ->> 'amount')::integer) from jsonb_array_elements(price -> 'lines') as line
      )::integer as lines
    from bookings join quotes on quotes.id = quote_id`.execute(db);
  return rows
    .filter(({ total, lines }) => total !== lines)
    .map(({ code, total, lines }) => `${code} costs ${total}, its lines ${lines}`);
}
