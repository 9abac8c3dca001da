import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../db/client.server.ts';
import { todayAtProperty } from '../shared/dates.ts';
import { newId } from '../shared/uuid.server.ts';
import { blocks, bookings, cleaner, extras, promoCodes, wifi } from './examples.ts';
import { taxes } from './prices.ts';
import { idOfSlug } from './seed-prices.server.ts';

/**
 * Inserts example stays with everything around them: payments, closed nights, networks, extras, a promotion code and a
 * cleaner. Never runs in production.
 */
export async function seedExampleStays(
  tx: Tx,
  propertyIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const toId = idOfSlug(propertyIds);
  const today = Temporal.PlainDate.from(todayAtProperty(now));
  await tx.insertInto('promo_codes').values(promoCodes).execute();
  for (const [position, extra] of extras.entries())
    await tx
      .insertInto('extras')
      .values({ kind: 'per_stay', moment: 'none', offered: 'both', ...extra, position })
      .execute();
  const { id: cleaner_id } = await tx
    .insertInto('cleaners')
    .values(cleaner)
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.updateTable('properties').set({ cleaner_id }).execute();
  await tx
    .insertInto('blocks')
    .values(
      blocks.map(({ property, inDays, nights, note }) => ({
        property_id: toId(property),
        note,
        first_night: today.add({ days: inDays }).toString(),
        last_night: today.add({ days: inDays + nights - 1 }).toString(),
      })),
    )
    .execute();
  for (const [slug, network] of Object.entries(wifi))
    await tx.updateTable('properties').set(network).where('slug', '=', slug).execute();
  for (const booking of bookings) await seedBooking(tx, toId(booking.property), booking, today);
}

/** Rounds half up, like every line of a price. */
const part = (cents: number, percent: number): number => Math.floor((cents * percent + 50) / 100);

async function seedBooking(
  tx: Tx,
  property_id: string,
  { inDays, nights, guests, name, nightlyCents, cleaningCents }: (typeof bookings)[number],
  today: Temporal.PlainDate,
): Promise<void> {
  const checkin = today.add({ days: inDays }).toString();
  const checkout = today.add({ days: inDays + nights }).toString();
  const rent = { kind: 'rent', label: `${nights} nights`, amount: nights * nightlyCents };
  const cleaning = {
    kind: 'fee',
    label: 'Cleaning fee',
    amount: cleaningCents,
    fee: 'per_stay',
    isTaxed: true,
  };
  let base = rent.amount + cleaning.amount;
  const taxLines = [1, 2].flatMap((step) => {
    const lines = taxes
      .filter((tax) => tax.step === step)
      .map(({ label, jurisdiction, percent }) => ({
        kind: 'tax',
        label,
        jurisdiction,
        step,
        base,
        amount: part(base, percent),
      }));
    base += lines.reduce((sum, { amount }) => sum + amount, 0);
    return lines;
  });
  const total = base;
  const price = {
    nights: Array.from({ length: nights }, (_, index) => ({
      date: today.add({ days: inDays + index }).toString(),
      price: nightlyCents,
      season: null,
    })),
    lines: [rent, cleaning, ...taxLines],
    total,
    perNight: Math.round(total / nights),
  };
  const [quote_id, booking_id] = [newId(), newId()];
  const stay = { property_id, checkin, checkout, guests, pets: 0, currency: 'usd', total_cents: total };
  await tx
    .insertInto('quotes')
    .values({
      id: quote_id,
      ...stay,
      price: JSON.stringify(price),
      expires_at: sql`now()`,
      check_in_from: '16:00',
      plans: JSON.stringify([{ kind: 'full', dueNow: total, dueLater: [] }]),
      cancellation_policy: JSON.stringify({ name: '', steps: [], graceHours: 0 }),
    })
    .execute();
  await tx
    .insertInto('bookings')
    .values({
      id: booking_id,
      ...stay,
      quote_id,
      code: newCode(),
      key_hash: randomBytes(32),
      status: 'confirmed',
      name,
      email: `${name.toLowerCase().replace(/\W+/g, '.').replace(/\.$/, '')}@guests.example`,
      source: 'hosts',
      due_now_cents: total,
      confirmed_at: sql`now()`,
      note: 'Example: invented for trying the site out; nobody comes',
    })
    .execute();
  await tx
    .insertInto('payments')
    .values({ booking_id, kind: 'charge', amount_cents: total, method: 'elsewhere', reason: 'Bank transfer' })
    .execute();
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newCode = (): string => [...randomBytes(8)].map((byte) => crockford[byte % 32]).join('');
