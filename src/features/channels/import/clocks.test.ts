import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { calendar, closedNights, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import { dayMs } from '../../../shared/durations.ts';
import { readFeedNow } from './read-feeds.server.ts';

const start = new Date('2027-05-20T17:00:00Z');
let now = start;
const app = await testAppForFile({ now: () => now });
const feeds = await openFeedsForFile();
const { db } = app.platform;

test('a reading after that of a process whose clock is a day ahead is stored', async () => {
  const { id } = await addProperty(db);
  const feed = await feeds.add(db, id, calendar(stay('a', '2027-07-07', '2027-07-14')));
  now = new Date(start.getTime() + dayMs);
  await readFeedNow(app.ctx, feed.id);
  now = start;
  await feed.set(calendar(stay('a', '2027-07-07', '2027-07-14'), stay('b', '2027-08-01', '2027-08-03')));
  expect((await readFeedNow(app.ctx, feed.id)).events).toHaveLength(2);
  expect(await closedNights(db, id)).toHaveLength(2);
});

test('10,000 events are stored in statements that each stay within their time', {
  timeout: 60_000,
}, async () => {
  now = start;
  const { id } = await addProperty(db);
  const day = (index: number) =>
    new Date(Date.parse('2027-06-01') + index * dayMs).toISOString().slice(0, 10);
  const body = calendar(
    ...Array.from({ length: 10_000 }, (_, index) =>
      stay(`s${index}`, day(index % 900), day((index % 900) + 1)),
    ),
  );
  const feed = await feeds.add(db, id, body);
  expect(await readFeedNow(app.ctx, feed.id)).toMatchObject({ isGood: true });
  expect(await closedNights(db, id)).toHaveLength(10_000);
});
