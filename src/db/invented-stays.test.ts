import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { testAppForFile } from '../../test/app.ts';
import { addBooking, addProperty, addQuote } from '../../test/bookings.ts';

/* Databases that earlier releases filled hold four invented stays. */

const { platform } = await testAppForFile();
const { db, pool } = platform;
const migration = await readFile(new URL('./migrations/055_invented_stays.sql', import.meta.url), 'utf8');

/** Home, days until arrival, nights and guests of each stay, by the guest's name. */
const invented = {
  Walkers: ['kid-friendly-steps-to-beach', 12, 4, 4],
  Ortegas: ['kid-friendly-steps-to-beach', 40, 7, 4],
  Lindens: ['the-beachcomber', 9, 5, 5],
  Harpers: ['the-beachcomber', 61, 6, 6],
} as const;
const at = new Date('2026-09-01T12:00:00.123Z');
const day = (days: number) => new Date(Date.UTC(2030, 0, 1 + days)).toISOString().slice(0, 10);

beforeEach(() => pool.query('truncate bookings, blocks cascade'));

/** Inserts a stay as the seed of those releases did. */
async function addInvented(name: keyof typeof invented, more: object = {}): Promise<string> {
  const [slug, from, nights, guests] = invented[name];
  const { id: property_id } = await db
    .selectFrom('properties')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  const span = { property_id, checkin: day(from), checkout: day(from + nights) };
  const quote_id = await addQuote(db, span, { guests, expires_at: at, created_at: at });
  const { id } = await addBooking(db, {
    ...span,
    quote_id,
    guests,
    name: `The ${name}`,
    email: `the.${name.toLowerCase()}@guests.example`,
    note: 'Booked by phone',
    source: 'hosts',
    hold_expires_at: null,
    created_at: at,
    updated_at: at,
    confirmed_at: at,
    ...more,
  });
  const charge = {
    kind: 'charge' as const,
    amount_cents: 60_000,
    method: 'elsewhere' as const,
    created_at: at,
  };
  await db
    .insertInto('payments')
    .values({ booking_id: id, reason: 'Bank transfer', ...charge })
    .execute();
  return id;
}
const names = async () =>
  (await db.selectFrom('bookings').select('name').orderBy('name').execute()).map(({ name }) => name);
async function migrateAgain(): Promise<void> {
  const client = await pool.connect();
  try {
    // The ledger of those releases could still be deleted from, which now needs this setting.
    await client.query(`begin; set local pcb.restoring = 'on'; ${migration}; commit`);
  } finally {
    client.release();
  }
}

test('the four stays that earlier releases invented go with their payments and nights, also when their arrival was mailed', async () => {
  const ids = [];
  for (const name of ['Walkers', 'Ortegas', 'Lindens', 'Harpers'] as const) ids.push(await addInvented(name));
  await db
    .insertInto('booking_events')
    .values({ booking_id: ids[2] ?? '', event: 'mail_queued', actor: 'system', details: '{"to":"guest"}' })
    .execute();
  const { id: property_id } = await addProperty(db);
  await addBooking(db, { property_id, checkin: day(12), checkout: day(16), name: 'The Walkers' });
  await migrateAgain();
  expect(await names()).toEqual(['The Walkers']);
  expect(await db.selectFrom('bookings').select('property_id').execute()).toEqual([{ property_id }]);
  expect(await db.selectFrom('payments').select('id').execute()).toEqual([]);
  const { rows } = await pool.query('select source_id from occupied_nights where source_id = any($1)', [ids]);
  expect(rows).toEqual([]);
});

test.each<[string, object]>([
  ['another name', { name: 'The Walkers of Ohio' }],
  ['another address', { email: 'walkers@example.com' }],
  ['a phone number', { phone: '+1 850 555 0100' }],
  ['another note', { note: 'Booked by phone, with a cot' }],
  ['a cancellation', { status: 'cancelled' }],
  ['other dates', { checkout: day(17) }],
  ['a confirmation later than its booking', { confirmed_at: new Date(at.getTime() + 1) }],
  ['a stored card', { stripe_payment_method_id: 'pm_1' }],
])('an invented stay with %s stays', async (_, more) => {
  await addInvented('Walkers', more);
  await migrateAgain();
  expect(await names()).toHaveLength(1);
});

test('an invented stay that a host, a guest or money has touched stays', async () => {
  const [walkers, ortegas, lindens] = [
    await addInvented('Walkers'),
    await addInvented('Ortegas'),
    await addInvented('Lindens'),
  ];
  const event = { event: 'note', actor: 'host@example.com', details: '{}' };
  await db
    .insertInto('booking_events')
    .values({ booking_id: walkers, ...event })
    .execute();
  await db.insertInto('threads').values({ id: ortegas, kind: 'booking' }).execute();
  const refund = { kind: 'refund' as const, amount_cents: 1_000, method: 'elsewhere' as const };
  await db
    .insertInto('payments')
    .values({ booking_id: lindens, reason: 'Sorry', ...refund })
    .execute();
  await migrateAgain();
  expect(await names()).toEqual(['The Lindens', 'The Ortegas', 'The Walkers']);
});
