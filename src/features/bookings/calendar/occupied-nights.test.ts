import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { addBooking, addProperty, addQuote, bookingRow } from '../../../../test/bookings.ts';
import { newId } from '../../../shared/uuid.server.ts';

let app: TestApp;
let property_id: string;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  property_id = (await addProperty(app.platform.db)).id;
});
afterAll(() => app.close());

const book = (checkin: string, checkout: string, more = {}) =>
  addBooking(app.platform.db, { property_id, checkin, checkout, ...more });
/** Inserts a booking as the booking action does: when the nights are taken, nothing is inserted. */
const bookUnlessTaken = async (checkin: string, checkout: string, quote_id: string) => {
  const row = await bookingRow(app.platform.db, { property_id, checkin, checkout, quote_id });
  const added = await app.platform.db
    .insertInto('bookings')
    .values(row)
    .onConflict((conflict) => conflict.constraint('bookings_one_guest').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw Object.assign(new Error('taken'), { code: 'taken' });
};
const block = async (first_night: string, last_night: string) => {
  const row = { id: newId(), property_id, first_night, last_night };
  await app.platform.db.insertInto('blocks').values(row).execute();
  return row.id;
};
const occupied = async () => {
  const { rows } = await app.platform.pool.query(
    'select kind, nights::text from occupied_nights where property_id = $1 order by nights',
    [property_id],
  );
  return rows.map(({ kind, nights }) => `${kind} ${nights}`);
};
const overlap = { code: '23P01' };

test('T-04: stays may follow each other on the same day, and may not share a night', async () => {
  await book('2027-07-10', '2027-07-12');
  await book('2027-07-08', '2027-07-10');
  await book('2027-07-12', '2027-07-13');
  await expect(book('2027-07-11', '2027-07-12')).rejects.toMatchObject(overlap);
  expect(await occupied()).toHaveLength(3);
});

test('the turnover of a home lies between its bookings, and not around its closed nights', async () => {
  await book('2027-07-10', '2027-07-12', { turnover_nights: 1 });
  await expect(book('2027-07-12', '2027-07-14', { turnover_nights: 1 })).rejects.toMatchObject(overlap);
  await expect(book('2027-07-08', '2027-07-10', { turnover_nights: 1 })).rejects.toMatchObject(overlap);
  await book('2027-07-13', '2027-07-14', { turnover_nights: 1 });
  await block('2027-07-12', '2027-07-12');
  expect(await occupied()).toEqual([
    'booking [2027-07-10,2027-07-12)',
    'block [2027-07-12,2027-07-13)',
    'booking [2027-07-13,2027-07-14)',
  ]);
});

test('a booking and closed nights exclude each other; closed nights may overlap', async () => {
  await block('2027-07-10', '2027-07-11');
  await block('2027-07-11', '2027-07-15');
  await expect(book('2027-07-09', '2027-07-11')).rejects.toMatchObject(overlap);
  await book('2027-07-08', '2027-07-10');
  await expect(block('2027-07-01', '2027-07-08')).rejects.toMatchObject(overlap);
});

test('a booking takes its nights while it is held, requested or confirmed, and gives them free at once', async () => {
  const { id } = await book('2027-07-10', '2027-07-12', { status: 'held' });
  await app.platform.db.updateTable('bookings').set({ status: 'expired' }).where('id', '=', id).execute();
  expect(await occupied()).toEqual([]);
  await book('2027-07-10', '2027-07-12', { status: 'requested' });
  const again = app.platform.db.updateTable('bookings').set({ status: 'confirmed' }).where('id', '=', id);
  await expect(again.execute()).rejects.toMatchObject(overlap);
  await book('2027-07-10', '2027-07-12', { status: 'cancelled' });
  expect(await occupied()).toHaveLength(1);
});

test('a booking that moves, and closed nights that change or go, take only their new nights', async () => {
  const { id } = await book('2027-07-10', '2027-07-12');
  const moved = { checkin: '2027-07-11', checkout: '2027-07-13' };
  await app.platform.db.updateTable('bookings').set(moved).where('id', '=', id).execute();
  const blockId = await block('2027-07-01', '2027-07-02');
  await app.platform.db
    .updateTable('blocks')
    .set({ last_night: '2027-07-10' })
    .where('id', '=', blockId)
    .execute();
  expect(await occupied()).toEqual(['block [2027-07-01,2027-07-11)', 'booking [2027-07-11,2027-07-13)']);
  await app.platform.db.deleteFrom('blocks').where('id', '=', blockId).execute();
  await app.platform.db.deleteFrom('bookings').where('id', '=', id).execute();
  expect(await occupied()).toEqual([]);
});

test('events of feeds take their nights even if these are occupied', async () => {
  await book('2027-07-10', '2027-07-12');
  const feed = { id: newId(), property_id, channel: 'airbnb' as const, url: 'https://feeds.example/a.ics' };
  await app.platform.db.insertInto('calendar_feeds').values(feed).execute();
  const event = { feed_id: feed.id, property_id, checkin: '2027-07-11', checkout: '2027-07-14' };
  const add = (uid: string, kind: 'reservation' | 'block') =>
    app.platform.db
      .insertInto('feed_events')
      .values({ ...event, uid, kind })
      .execute();
  await add('a', 'reservation');
  await add('b', 'block');
  await block('2027-07-12', '2027-07-12');
  expect((await occupied()).map((line) => line.split(' ')[0]).sort()).toEqual([
    'block',
    'booking',
    'feed_block',
    'feed_reservation',
  ]);
  await app.platform.db.deleteFrom('calendar_feeds').where('id', '=', feed.id).execute();
  expect(await occupied()).toHaveLength(2);
});

test('a shorter turnover gives the nights behind booked stays free', async () => {
  await app.platform.db
    .updateTable('properties')
    .set({ turnover_nights: 2 })
    .where('id', '=', property_id)
    .execute();
  await book('2027-07-10', '2027-07-12', { turnover_nights: 2 });
  await expect(book('2027-07-13', '2027-07-14', { turnover_nights: 1 })).rejects.toMatchObject(overlap);
  await app.platform.db
    .updateTable('properties')
    .set({ turnover_nights: 1 })
    .where('id', '=', property_id)
    .execute();
  await book('2027-07-13', '2027-07-14', { turnover_nights: 1 });
});

test('rows of a backup that the triggers have written already are skipped', async () => {
  const { id } = await book('2027-07-10', '2027-07-12');
  const addAgain = async (isRestoring: boolean) => {
    const client = await app.platform.pool.connect();
    try {
      await client.query('begin');
      if (isRestoring) await client.query(`select set_config('pcb.restoring', 'on', true)`);
      await client.query(
        `insert into occupied_nights values ($1, $2, 'booking', '[2027-07-10,2027-07-12)'), ($1, $2, 'booking', '[2027-07-13,2027-07-14)')`,
        [id, property_id],
      );
      await client.query('commit');
    } finally {
      client.release(true);
    }
  };
  await expect(addAgain(false)).rejects.toMatchObject({ constraint: 'occupied_nights_pkey' });
  await addAgain(true);
  expect(await occupied()).toEqual(['booking [2027-07-10,2027-07-12)', 'booking [2027-07-13,2027-07-14)']);
});

test('T-02: 64 guests and hosts who want the same nights at once: one gets them, without a deadlock', async () => {
  for (let round = 0; round < 5; round += 1) {
    const span = { checkin: `2027-08-1${round}`, checkout: `2027-08-1${round + 1}` };
    const quote_id = await addQuote(app.platform.db, { property_id, ...span });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) =>
        index % 8 === 0
          ? block(span.checkin, span.checkin)
          : bookUnlessTaken(span.checkin, span.checkout, quote_id),
      ),
    );
    const codes = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'won'));
    expect(codes.filter((code) => !['won', 'taken', '23P01'].includes(code))).toEqual([]);
    const bookings = (await occupied()).filter(
      (line) => line === `booking [${span.checkin},${span.checkout})`,
    );
    const blocks = (await occupied()).filter((line) => line === `block [${span.checkin},${span.checkout})`);
    expect([bookings.length, blocks.length > 0]).toEqual(bookings.length === 1 ? [1, false] : [0, true]);
  }
});
