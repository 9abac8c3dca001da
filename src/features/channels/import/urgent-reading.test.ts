import { beforeEach, expect, test, vi } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { calendar, closedNights, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import { readAllFeeds, recheckFeeds } from './read-feeds.server.ts';

const app = await testAppForFile();
const feeds = await openFeedsForFile();
const { db } = app.platform;

// A calendar that hangs does so until it is released, however long the test takes until then.
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
});

test('the reading before a payment starts at once beside a timed one that hangs', async () => {
  const { id } = await addProperty(db);
  const feed = await feeds.add(db, id, calendar());
  const release = feeds.hold(feed.name);
  const timed = readAllFeeds(app.ctx);
  await expect.poll(async () => (await feeds.stats(feed.name))?.reads).toBe(1);
  await feed.set(calendar(stay('july', '2027-07-07', '2027-07-14')));
  await recheckFeeds(app.ctx, id);
  // The reading is stored as soon as it ends, even when that takes longer than the guest waits.
  const nights = () => closedNights(db, id);
  await expect.poll(nights).toEqual(['2027-07-07/2027-07-14 reservation']);
  release();
  await timed;
  expect(await nights()).toEqual(['2027-07-07/2027-07-14 reservation']);
});

test('a guest who comes after one whose reading hung does not wait for that one', async () => {
  const { id } = await addProperty(db);
  const feed = await feeds.add(db, id, calendar());
  const release = feeds.hold(feed.name);
  await recheckFeeds(app.ctx, id);
  await feed.set(calendar(stay('august', '2027-08-07', '2027-08-14')));
  await recheckFeeds(app.ctx, id);
  await expect.poll(() => closedNights(db, id)).toEqual(['2027-08-07/2027-08-14 reservation']);
  release();
});
