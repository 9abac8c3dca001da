import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addBooking, addProperty } from '../../../../test/bookings.ts';
import { calendar, closedNights, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import type { Channel } from '../../../db/schema/channel-feeds.ts';
import { readFeedNow } from '../import/read-feeds.server.ts';
import { exportedCalendars } from './serve-calendar.server.ts';
import { addMissingLinks } from './store.server.ts';

const start = new Date('2027-05-20T17:00:00Z');
let now = start;
const app = await testAppForFile({ now: () => now });
const feeds = await openFeedsForFile();
const { db } = app.platform;
const site = exportedCalendars(app.platform, {});

async function exported(propertyId: string, channel: Channel, headers = {}): Promise<string> {
  await addMissingLinks(db);
  const { token } = await db
    .selectFrom('calendar_links')
    .select('token')
    .where('property_id', '=', propertyId)
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow();
  return (await site.request(`/calendars/${token}.ics`, { headers })).text();
}

const july = { checkin: '2027-07-07', checkout: '2027-07-14' };

/** Gives our export back as a channel does: under UIDs of its own. */
const reUid = (text: string, name: string) =>
  text.replace(/^UID:.*(\r\n .*)*$/gm, () => `UID:${name}-${Math.random()}@channel`);

test.each([
  ['under our UIDs', (text: string) => text],
  ['under UIDs of its own', (text: string) => reUid(text, 'vrbo')],
  ['as blocks', (text: string) => reUid(text, 'vrbo').replaceAll('SUMMARY:Reserved', 'SUMMARY:Blocked')],
])(
  'Airbnb → us → Vrbo → us → Airbnb, coming back %s, ends with each night closed once and one stay',
  async (_, echo) => {
    now = start;
    const { id } = await addProperty(db);
    const airbnb = await feeds.add(db, id, calendar(stay('a@airbnb.com', july.checkin, july.checkout)));
    const vrbo = await feeds.add(db, id, calendar(), { channel: 'vrbo' });
    const readBoth = async () => {
      now = new Date(now.getTime() + 600_000);
      await readFeedNow(app.ctx, airbnb.id);
      await readFeedNow(app.ctx, vrbo.id);
      now = new Date(now.getTime() + 600_000);
    };
    for (let round = 0; round < 3; round += 1) {
      await readBoth();
      await vrbo.set(echo(await exported(id, 'vrbo')));
      const back = await exported(id, 'airbnb');
      expect(back).not.toContain('BEGIN:VEVENT');
      await airbnb.set(calendar(stay('a@airbnb.com', july.checkin, july.checkout)) + echo(back));
    }
    await readBoth();
    const nights = await closedNights(db, id);
    expect(nights.filter((line) => line.endsWith('reservation'))).toEqual([
      '2027-07-07/2027-07-14 reservation',
    ]);
    expect(nights.every((line) => line.startsWith('2027-07-07/2027-07-14'))).toBe(true);

    // The stay is cancelled at Airbnb, and no echo of it keeps its nights closed.
    await airbnb.set(calendar([...stay('a@airbnb.com', july.checkin, july.checkout), 'STATUS:CANCELLED']));
    for (let round = 0; round < 4; round += 1) {
      await readBoth();
      await vrbo.set(calendar(stay('other', '2027-10-01', '2027-10-03')) + echo(await exported(id, 'vrbo')));
      now = new Date(now.getTime() + 86_400_000);
    }
    await readBoth();
    expect(await closedNights(db, id)).toEqual(['2027-10-01/2027-10-03 reservation']);
  },
);

test('a stay with the same dates that a channel sold before it read ours stays a stay', async () => {
  const { id } = await addProperty(db);
  const one = await feeds.add(db, id, calendar(stay('a', july.checkin, july.checkout)));
  const two = await feeds.add(db, id, calendar(stay('b', july.checkin, july.checkout)), { channel: 'vrbo' });
  await readFeedNow(app.ctx, one.id);
  await readFeedNow(app.ctx, two.id);
  expect(await closedNights(db, id)).toEqual(Array(2).fill('2027-07-07/2027-07-14 reservation'));
});

test('Booking.com, which marks closed nights like stays, gives our own stay back as an echo', async () => {
  const { id } = await addProperty(db);
  await addBooking(db, { property_id: id, ...july, created_at: start });
  now = new Date(start.getTime() + 600_000);
  await exported(id, 'booking_com');
  const body = calendar(stay('b', july.checkin, july.checkout, 'CLOSED - Not available'));
  const feed = await feeds.add(db, id, body, { channel: 'booking_com' });
  const { events } = await readFeedNow(app.ctx, feed.id);
  expect(events).toMatchObject([{ outcome: 'echo', kind: 'block' }]);
});

test.each([
  ['that it marks as a stay', 'Reserved', true, {}],
  ['of a stay that it has not read from us', 'CLOSED - Not available', false, {}],
  ['that only a host’s browser has read', 'CLOSED - Not available', true, { 'Sec-Fetch-Mode': 'navigate' }],
])('exactly our nights at Booking.com, %s, were sold twice', async (_, summary, isRead, headers) => {
  const { id } = await addProperty(db);
  await addBooking(db, { property_id: id, ...july, created_at: start });
  now = new Date(start.getTime() + 600_000);
  if (isRead) await exported(id, 'booking_com', headers);
  const body = calendar(stay('b', july.checkin, july.checkout, summary));
  const feed = await feeds.add(db, id, body, { channel: 'booking_com' });
  const { events } = await readFeedNow(app.ctx, feed.id);
  expect(events).toMatchObject([{ outcome: 'added', kind: 'reservation' }]);
});
