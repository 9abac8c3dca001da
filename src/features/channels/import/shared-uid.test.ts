import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { calendar, closedNights, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import { readFeedNow } from './read-feeds.server.ts';
import { keySharedUids } from './shared-uid.ts';

const app = await testAppForFile();
const feeds = await openFeedsForFile();
const { db } = app.platform;

const july = stay('a', '2027-07-07', '2027-07-14');
const august = stay('a', '2027-08-01', '2027-08-03');
const september = stay('a', '2027-09-01', '2027-09-03');
const nightsOf = (...months: string[]) => months.map((nights) => `${nights} reservation`);
const [inJuly, inAugust, inSeptember] = nightsOf(
  '2027-07-07/2027-07-14',
  '2027-08-01/2027-08-03',
  '2027-09-01/2027-09-03',
);

/** The nights after each of the files. */
async function readAll(...bodies: string[][][]) {
  const { id } = await addProperty(db);
  const feed = await feeds.add(db, id, calendar());
  const nights: string[][] = [];
  for (const events of bodies) {
    await feed.set(calendar(...events));
    expect(await readFeedNow(app.ctx, feed.id)).toMatchObject({ isGood: true });
    nights.push(await closedNights(db, id));
  }
  return nights;
}

test.each([
  ['the first', [july, august], [august]],
  ['the second', [july, august], [july]],
  ['the first of three', [july, august, september], [august, september]],
])('a stay that vanishes keeps its nights if several have one UID: %s', async (_, before, after) => {
  const [first, second, third] = await readAll(before, after, after);
  expect(second).toEqual(first);
  expect(third).toEqual(first);
});

test('a stay that is joined by another with its UID stays, and both keep their nights when one is left', async () => {
  const both = [inJuly, inAugust];
  expect(await readAll([july], [july, august], [august], [july])).toEqual([[inJuly], both, both, both]);
});

test('another stay under a UID that several had frees the nights of none of them', async () => {
  const [, last] = await readAll([july, august], [september]);
  expect(last).toEqual([inJuly, inAugust, inSeptember]);
});

test('a stay that shared its UID for a while is not mistaken for the one that is left', async () => {
  const nights = await readAll([july], [july, august], [august], [september]);
  expect(nights.at(-1)).toEqual([inJuly, inAugust, inSeptember]);
});

test('a cancelled stay frees its nights at once if several have one UID', async () => {
  const cancelled = [...july, 'STATUS:CANCELLED'];
  const other = stay('b', '2027-09-01', '2027-09-03');
  expect(await readAll([july, august], [cancelled, august], [august])).toEqual([
    [inJuly, inAugust],
    [inAugust],
    [inAugust],
  ]);
  const [, alone] = await readAll([july, august, other], [cancelled, other]);
  expect(alone).toEqual([inAugust, inSeptember]);
});

test('made-up UIDs collide with none of the file', async () => {
  const all = [stay('a 2027-07-07', '2027-10-01', '2027-10-03'), july, july, august];
  const [first, second] = await readAll(all, [july, ...all]);
  expect(first).toHaveLength(4);
  expect(second).toHaveLength(5);
  const uids = keySharedUids(['a', 'a 2027-07-07', 'a'].map((uid) => ({ uid, checkin: '2027-07-07' })));
  expect(uids.map(({ uid }) => uid)).toEqual(['a 2027-07-07 2', 'a 2027-07-07', 'a 2027-07-07 3']);
});
