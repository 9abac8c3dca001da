import { expect, test } from 'vitest';
import { letChannelsRead } from '../../../../test/channel-reads.ts';
import { calendar, closedNights, openFeedsForFile, stay, waitForChannels } from '../../../../test/feeds.ts';
import { openStaysForFile } from '../../../../test/paid-stays.ts';
import { addDays } from '../../../shared/nights.ts';
import { areNightsFree, bookingById } from '../../bookings/record/bookings-store.server.ts';
import { readFeedNow } from './read-feeds.server.ts';

let aheadMs = 0;
/** Later readings of a home wait 10 s. */
const pass = () => {
  aheadMs += 10_000;
};
const stays = await openStaysForFile({ now: () => new Date(Date.now() + aheadMs) });
const feeds = await openFeedsForFile();
const { db } = stays;
waitForChannels();

/** The nights of the hold, which begins on day 60, and those around it; midnight may have passed since it was made. */
type Day = (index: number) => string;
const block = (day: Day, from: number, until: number) =>
  calendar(stay('echo', day(from), day(until), 'Airbnb (Not available)'));

/** A hold of a day, as of an offer, which is published to channels. */
async function heldStay({ isRead = true, minutes = 24 * 60 } = {}) {
  const { id, slug } = await stays.addProperty();
  const feed = await feeds.add(db, id, calendar());
  await readFeedNow(stays.ctx, feed.id);
  const placed = await stays.hold(slug);
  await stays.set(placed.code, { hold_expires_at: new Date(Date.now() + minutes * 60_000) });
  if (isRead) await letChannelsRead(db, id);
  pass();
  const { checkin } = await stays.stored(placed.code);
  const day: Day = (index) => addDays(checkin, index - 60);
  return { id, feed, placed, day };
}

test.each([
  ['all of them', 60, 63],
  ['one of them', 61, 62],
])(
  'a channel that closes the nights of a hold, %s, because it read them from us does not stop payment',
  async (_, from, until) => {
    const { feed, placed, day } = await heldStay();
    await feed.set(block(day, from, until));
    expect((await stays.act(placed, 'checkout')).status).toBe(200);
    expect((await readFeedNow(stays.ctx, feed.id)).events).toMatchObject([{ kind: 'block' }]);
  },
);

test('nights that a channel closes without having read them from us are its own, and stop payment', async () => {
  const unread = await heldStay({ isRead: false });
  const short = await heldStay({ minutes: 60 });
  for (const { feed, placed, day } of [unread, short]) {
    await feed.set(block(day, 61, 62));
    const refused = await stays.act(placed, 'checkout');
    expect([refused.status, (await refused.json()).reason]).toEqual([409, 'dates_taken']);
  }
});

test('nights that a channel closed before it read the hold from us are its own, and stop payment', async () => {
  const { id, feed, placed, day } = await heldStay({ isRead: false });
  await feed.set(block(day, 60, 63));
  await readFeedNow(stays.ctx, feed.id);
  await letChannelsRead(db, id);
  expect((await stays.act(placed, 'checkout')).status).toBe(409);
});

test.each([
  ['before', 59, 63, [59, 60]],
  ['after', 60, 64, [63, 64]],
] as const)(
  'only the nights outside the hold count of a block that continues %s it',
  async (_, from, until, left) => {
    const { id, feed, placed, day } = await heldStay();
    await feed.set(block(day, from, until));
    expect((await stays.act(placed, 'checkout')).status).toBe(200);
    expect(await closedNights(db, id)).toEqual([`${day(left[0])}/${day(left[1])} block`]);
  },
);

test('a stay that another channel sold stops payment', async () => {
  const { feed, placed, day } = await heldStay();
  await feed.set(calendar(stay('sold', day(60), day(63))));
  const refused = await stays.act(placed, 'checkout');
  expect([refused.status, (await refused.json()).reason]).toEqual([409, 'dates_taken']);
});

test('the echo of a confirmed stay does not keep it from moving by a day; a block beyond it does', async () => {
  const { feed, placed, day } = await heldStay();
  await feed.set(block(day, 60, 63));
  await readFeedNow(stays.ctx, feed.id);
  const { id } = await stays.stored(placed.code);
  await db.updateTable('bookings').set({ status: 'confirmed' }).where('id', '=', id).execute();
  const booking = await bookingById(db, id);
  const moved = { ...booking, checkin: day(61), checkout: day(64) };
  expect(await areNightsFree(db, moved)).toBe(true);
  await feed.set(calendar(stay('other', day(63), day(64), 'Airbnb (Not available)')));
  await readFeedNow(stays.ctx, feed.id);
  expect(await areNightsFree(db, moved)).toBe(false);
});
