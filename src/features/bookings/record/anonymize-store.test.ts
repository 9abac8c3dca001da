import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addBooking, addProperty } from '../../../../test/bookings.ts';
import type { BookingStatus } from '../../../db/schema/bookings.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { openBookingThread } from '../../inbox/threads/store.server.ts';
import { anonymizeDue, anonymizeUnpaid, clearClientKeys } from './anonymize-store.server.ts';

const { platform } = await testAppForFile();
const { db } = platform;

const span = { checkin: '2026-05-20', checkout: '2026-05-25' };
const now = new Date('2026-04-10T12:00:00Z');
const ago = (days: number, minutes = 0) => new Date(now.getTime() - days * 86_400_000 - minutes * 60_000);
const contact = { name: 'Ann Lee', email: 'ann@guests.example', phone: '+1 850 555 0177', note: 'A cot' };
const anonymous = { name: 'Deleted', email: 'deleted@account.invalid', phone: '', note: '' };

beforeEach(() => sql`truncate bookings, threads cascade`.execute(db));

/** A booking of a home of its own, last changed so long ago. */
async function addEnded(status: BookingStatus, updated_at: Date, more: object = {}): Promise<string> {
  const { id: property_id } = await addProperty(db);
  const moments = { created_at: updated_at, updated_at };
  const row = { property_id, ...span, ...contact, status, client_key: '203.0.113.7', ...moments, ...more };
  return (await addBooking(db, row)).id;
}
const stored = (id: string) =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const openThread = (id: string) => db.transaction().execute((tx) => openBookingThread(tx, id, ago(60)));

test('anonymized rows are not written again by later runs', async () => {
  const { id: property_id } = await addProperty(db);
  const { id } = await addBooking(db, { property_id, ...span, anonymize_on: '2026-05-25' });
  await db
    .insertInto('booking_events')
    .values({ booking_id: id, event: 'message_received', actor: 'guest', details: '{"text":"I am Ann"}' })
    .execute();
  const event = async () => {
    const { rows } = await sql<{ details: object; version: string }>`
      select details, xmin::text as version from booking_events where booking_id = ${id}`.execute(db);
    return rows[0];
  };
  await anonymizeDue(db, '2026-05-26');
  const anonymized = await event();
  expect(anonymized?.details).toEqual({});
  await anonymizeDue(db, '2026-05-27');
  expect(await event()).toEqual(anonymized);
});

test('a confirmed stay keeps its guest until it is over, not until the day that was set before it moved', async () => {
  const coming = await addEnded('confirmed', ago(9), { anonymize_on: '2026-05-10' });
  const cancelled = await addEnded('cancelled', ago(9), { anonymize_on: '2026-05-10' });
  for (const today of ['2026-05-11', '2026-05-24', '2026-05-25']) {
    await anonymizeDue(db, today);
    expect(await stored(coming)).toMatchObject(contact);
  }
  expect(await stored(cancelled)).toMatchObject(anonymous);
  await anonymizeDue(db, '2026-05-26');
  expect(await stored(coming)).toMatchObject(anonymous);
});

test.each(['expired', 'released', 'declined'] as const)(
  'a booking that %s unpaid loses its guest after 30 days, with messages and browsers',
  async (status) => {
    const id = await addEnded(status, ago(30, 1), { browser_hash: randomBytes(32) });
    const recent = await addEnded(status, ago(30, -1));
    await openThread(id);
    await db
      .insertInto('messages')
      .values({ thread_id: id, direction: 'in', author: 'Ann Lee', author_email: contact.email, text: 'Ann' })
      .execute();
    await db
      .updateTable('threads')
      .set({ last_message_at: ago(31) })
      .where('id', '=', id)
      .execute();
    await db
      .insertInto('booking_events')
      .values({ booking_id: id, event: 'message_received', actor: 'guest', details: '{"text":"I am Ann"}' })
      .execute();
    await db
      .insertInto('booking_browsers')
      .values({ booking_id: id, browser_hash: randomBytes(32), created_at: ago(31) })
      .execute();
    expect(await anonymizeUnpaid(db, now)).toBe(1);
    expect(await stored(id)).toMatchObject({ ...anonymous, status, browser_hash: null, client_key: '' });
    expect(await stored(recent)).toMatchObject(contact);
    const messages = await db.selectFrom('messages').selectAll().where('thread_id', '=', id).execute();
    expect(messages).toMatchObject([{ author: 'Deleted account', author_email: '', text: '' }]);
    const events = db.selectFrom('booking_events').select('details').where('booking_id', '=', id);
    expect(await events.execute()).toEqual([{ details: {} }]);
    const browsers = db.selectFrom('booking_browsers').select('booking_id').where('booking_id', '=', id);
    expect(await browsers.execute()).toEqual([]);
    expect(await anonymizeUnpaid(db, now)).toBe(0);
  },
);

test.each(['held', 'requested', 'confirmed', 'cancelled'] as const)(
  'a booking that is %s keeps its guest, however old it is',
  async (status) => {
    const id = await addEnded(status, ago(400));
    await anonymizeUnpaid(db, now);
    expect(await stored(id)).toMatchObject(contact);
  },
);

test('an expired booking keeps its guest while money came for it, is on its way, or they still write', async () => {
  const paid = await addEnded('expired', ago(60));
  const payment = { kind: 'charge' as const, currency: 'usd', amount_cents: 60_000, stripe_id: 'pi_1' };
  await db
    .insertInto('payments')
    .values({ booking_id: paid, ...payment })
    .execute();
  const processing = await addEnded('released', ago(60));
  await db
    .insertInto('payment_attempts')
    .values({
      id: newId(),
      booking_id: processing,
      purpose: 'stay',
      kind: 'page',
      status: 'processing',
      amount_cents: 60_000,
      currency: 'usd',
      description: '',
      expires_at: ago(59),
    })
    .execute();
  const talking = await addEnded('declined', ago(60));
  await openThread(talking);
  await db
    .updateTable('threads')
    .set({ last_message_at: ago(3) })
    .where('id', '=', talking)
    .execute();
  expect(await anonymizeUnpaid(db, now)).toBe(0);
  for (const id of [paid, processing, talking]) expect(await stored(id)).toMatchObject(contact);
});

test('more than one statement’s bookings lose their guests in one run', async () => {
  const id = await addEnded('expired', ago(60));
  await sql`insert into bookings (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email,
      total_cents, due_now_cents, updated_at)
    select '0000' || to_char(n, 'FM0000'), key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email,
      total_cents, due_now_cents, updated_at
    from bookings, generate_series(1, 1100) as n where id = ${id}`.execute(db);
  expect(await anonymizeUnpaid(db, now)).toBe(1_101);
  const named = db.selectFrom('bookings').select('id').where('email', '<>', anonymous.email);
  expect(await named.execute()).toEqual([]);
});

test('the client address goes from a booking a day after it was made, but from a live hold or request', async () => {
  const over = (['confirmed', 'cancelled', 'expired', 'released', 'declined'] as const).map((status) =>
    addEnded(status, ago(1, 1)),
  );
  const live = (['held', 'requested'] as const).map((status) => addEnded(status, ago(1, 1)));
  const recent = await addEnded('confirmed', ago(1, -1));
  const keys = (ids: string[]) => Promise.all(ids.map(async (id) => (await stored(id)).client_key));
  const [overIds, liveIds] = [await Promise.all(over), await Promise.all(live)];
  expect(await clearClientKeys(db, now)).toBe(5);
  expect(await keys(overIds)).toEqual(['', '', '', '', '']);
  expect(await keys([...liveIds, recent])).toEqual(['203.0.113.7', '203.0.113.7', '203.0.113.7']);
  expect((await stored(overIds[0] ?? '')).updated_at).toEqual(ago(1, 1));
  expect(await clearClientKeys(db, now)).toBe(0);
});

/** The plan of the first statement that a call sends. */
async function planOf(call: (spied: typeof db) => Promise<unknown>): Promise<string> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const spied = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await call(spied);
  const [first] = statements;
  const { rows } = await platform.pool.query<{ 'QUERY PLAN': string }>(`explain ${first?.sql}`, [
    ...(first?.parameters ?? []),
  ]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test.each([
  ['bookings that were never paid', 'bookings_unpaid_named', anonymizeUnpaid],
  ['client addresses', 'bookings_client', clearClientKeys],
])('%s are found by an index of those that are due, not among all bookings', async (_, index, run) => {
  const id = await addEnded('confirmed', ago(60), { client_key: '' });
  await sql`insert into bookings (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email,
      total_cents, due_now_cents, created_at, updated_at)
    select '0000' || to_char(n, 'FM0000'), key_hash, case when n % 2 = 0 then 'cancelled' else 'expired' end, property_id,
      quote_id, checkin, checkout, guests, name, case when n % 2 = 0 then email else ${anonymous.email} end, total_cents,
      due_now_cents, created_at, updated_at
    from bookings, generate_series(1, 1500) as n where id = ${id}`.execute(db);
  await addEnded('expired', ago(60));
  await platform.pool.query('vacuum analyze bookings');
  const plan = await planOf(async (spied) => expect(await run(spied, now)).toBe(1));
  expect(plan).toContain(`using ${index} on bookings`);
  expect(plan).not.toContain('Seq Scan on bookings');
});
