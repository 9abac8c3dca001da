import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { calendar, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import { readFeedNow } from './read-feeds.server.ts';

const app = await testAppForFile();
const feeds = await openFeedsForFile();
const { db } = app.platform;

const july = stay('july', '2027-07-07', '2027-07-14');

async function opened() {
  const { id: propertyId } = await addProperty(db);
  const feed = await feeds.add(db, propertyId, calendar(july));
  const read = async () => {
    const { isGood, events } = await readFeedNow(app.ctx, feed.id);
    return { isGood, outcomes: events.map(({ uid, outcome }) => `${uid} ${outcome}`) };
  };
  await read();
  return { ...feed, propertyId, read };
}

test('doubts about an empty calendar begin again after an unchanged good reading', async () => {
  const feed = await opened();
  await feed.set(calendar());
  for (let reading = 0; reading < 2; reading += 1) await feed.read();
  await feed.set(calendar(july));
  expect(await feed.read()).toEqual({ isGood: true, outcomes: ['july unchanged'] });
  await feed.set(calendar());
  expect((await feed.read()).isGood).toBe(false);
});
