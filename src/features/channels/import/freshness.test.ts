import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { calendar, closedNights, openFeedsForFile, stay } from '../../../../test/feeds.ts';
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

test('a changed address was never read, and its nights stay closed', async () => {
  const feed = await opened();
  await feed.set(calendar());
  await feed.read();
  const { url } = await db
    .updateTable('calendar_feeds')
    .set({ url: `${feeds.url}/moved.ics` })
    .where('id', '=', feed.id)
    .returning('url')
    .executeTakeFirstOrThrow();
  const row = db.selectFrom('calendar_feeds').selectAll().where('id', '=', feed.id);
  expect(await row.executeTakeFirst()).toMatchObject({
    url,
    last_good_at: null,
    event_count: 0,
    empty_readings: 0,
    parsed_at: null,
  });
  expect(await closedNights(db, feed.propertyId)).toEqual(['2027-07-07/2027-07-14 reservation']);
});
