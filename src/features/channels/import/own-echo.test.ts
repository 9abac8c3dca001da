import { expect, test } from 'vitest';
import { calendar, letChannelsRead, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { areNightsFree, bookingById } from '../../bookings/payments/store.server.ts';
import { readFeedNow } from './read-feeds.server.ts';

const stays = await openStaysForFile();
const feeds = await openFeedsForFile();
const { db } = stays;

const block = (from: number, until: number) =>
  calendar(stay('echo', inDays(from), inDays(until), 'Airbnb (Not available)'));

const tomorrow = () => new Date(Date.now() + 86_400_000);

/** A hold of a day, as of an offer, which channels are told of. */
async function heldStay() {
  const { id, slug } = await stays.addProperty();
  const feed = await feeds.add(db, id, calendar());
  await readFeedNow(stays.ctx, feed.id);
  const placed = await stays.hold(slug);
  await stays.set(placed.code, { hold_expires_at: tomorrow() });
  await letChannelsRead(db, id);
  return { id, feed, placed };
}

test.each([
  ['all of them', 60, 63],
  ['one of them', 61, 62],
])(
  'a channel that closes the nights of a hold, %s, because it read them from us does not stop payment',
  async (_, from, until) => {
    const { feed, placed } = await heldStay();
    await feed.set(block(from, until));
    expect((await stays.act(placed, 'checkout')).status).toBe(200);
    expect((await readFeedNow(stays.ctx, feed.id)).events).toMatchObject([{ kind: 'block' }]);
  },
);

test('nights that a channel closes without having read them from us are its own, and stop payment', async () => {
  const unread = await heldStay();
  await db
    .updateTable('calendar_links')
    .set({ last_fetched_at: null })
    .where('property_id', '=', unread.id)
    .execute();
  const short = await heldStay();
  await stays.set(short.placed.code, { hold_expires_at: new Date(Date.now() + 3_600_000) });
  for (const { feed, placed } of [unread, short]) {
    await feed.set(block(61, 62));
    const refused = await stays.act(placed, 'checkout');
    expect([refused.status, (await refused.json()).reason]).toEqual([409, 'dates_taken']);
  }
});

test.each([
  ['a block that begins before the hold', block(59, 63)],
  ['a block that ends after the hold', block(60, 64)],
  ['a stay', calendar(stay('sold', inDays(60), inDays(63)))],
])('%s stops payment', async (_, body) => {
  const { feed, placed } = await heldStay();
  await feed.set(body);
  const refused = await stays.act(placed, 'checkout');
  expect([refused.status, (await refused.json()).reason]).toEqual([409, 'dates_taken']);
});

test('the echo of a confirmed stay does not keep it from moving by a day; a block beyond it does', async () => {
  const { feed, placed } = await heldStay();
  await feed.set(block(60, 63));
  await readFeedNow(stays.ctx, feed.id);
  const { id } = await stays.stored(placed.code);
  await db.updateTable('bookings').set({ status: 'confirmed' }).where('id', '=', id).execute();
  const booking = await bookingById(db, id);
  const moved = { ...booking, checkin: inDays(61), checkout: inDays(64) };
  expect(await areNightsFree(db, moved)).toBe(true);
  await feed.set(calendar(stay('other', inDays(63), inDays(64), 'Airbnb (Not available)')));
  await readFeedNow(stays.ctx, feed.id);
  expect(await areNightsFree(db, moved)).toBe(false);
});

test('nights that a channel closed before the booking, or that the booking holds no longer, are not its own', async () => {
  const { feed, placed } = await heldStay();
  await feed.set(block(60, 63));
  await readFeedNow(stays.ctx, feed.id);
  const booking = await bookingById(db, (await stays.stored(placed.code)).id);
  const change = (values: object) =>
    db.updateTable('bookings').set(values).where('id', '=', booking.id).execute();
  expect(await areNightsFree(db, booking)).toBe(true);
  await change({ status: 'expired' });
  expect(await areNightsFree(db, booking)).toBe(false);
  await change({ status: 'held', created_at: new Date(Date.now() + 60_000) });
  expect(await areNightsFree(db, booking)).toBe(false);
});
