import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { calendar, closedNights, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import { readAllFeeds, recheckFeeds } from './read-feeds.server.ts';

const app = await testAppForFile();
const feeds = await openFeedsForFile();
const { db } = app.platform;

test('the reading before a payment starts at once beside a timed one that hangs', async () => {
  const { id } = await addProperty(db);
  const feed = await feeds.add(db, id, calendar());
  await feed.set(calendar(), '?delayMs=4000');
  const timed = readAllFeeds(app.ctx);
  await expect.poll(async () => (await feeds.stats(feed.name))?.reads).toBe(1);
  await feed.set(calendar(stay('july', '2027-07-07', '2027-07-14')));
  await recheckFeeds(app.ctx, id);
  expect(await closedNights(db, id)).toEqual(['2027-07-07/2027-07-14 reservation']);
  await timed;
  expect(await closedNights(db, id)).toEqual(['2027-07-07/2027-07-14 reservation']);
});

test('a guest who comes after one whose reading hung does not wait for that one', async () => {
  const { id } = await addProperty(db);
  const feed = await feeds.add(db, id, calendar());
  await feed.set(calendar(), '?delayMs=8000');
  await recheckFeeds(app.ctx, id);
  await feed.set(calendar(stay('august', '2027-08-07', '2027-08-14')));
  await recheckFeeds(app.ctx, id);
  expect(await closedNights(db, id)).toEqual(['2027-08-07/2027-08-14 reservation']);
});
