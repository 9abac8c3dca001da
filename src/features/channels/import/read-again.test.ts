import { beforeEach, expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { calendar, closedNights, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { ownUid } from '../own-uid.ts';
import { readFeed } from './read-feed.server.ts';
import { readAllFeeds, readFeedNow } from './read-feeds.server.ts';

const start = new Date('2027-05-20T17:00:00Z');
let now = start;
const app = await testAppForFile({ now: () => now });
const feeds = await openFeedsForFile();
const { db } = app.platform;
beforeEach(() => {
  now = start;
});

const july = stay('july', '2027-07-07', '2027-07-14');
const august = stay('august', '2027-08-01', '2027-08-03');
const [julyNights, augustNights] = ['2027-07-07/2027-07-14 reservation', '2027-08-01/2027-08-03 reservation'];

async function opened(body: string, more: Parameters<typeof feeds.add>[3] = {}) {
  const { id } = await addProperty(db);
  const feed = await feeds.add(db, id, body, more);
  const read = async () => {
    const { isGood, error, events } = await readFeedNow(app.ctx, feed.id);
    return { isGood, error, outcomes: events.map(({ uid, outcome }) => `${uid} ${outcome}`).sort() };
  };
  const nights = () => closedNights(db, id);
  const row = () =>
    db.selectFrom('calendar_feeds').selectAll().where('id', '=', feed.id).executeTakeFirstOrThrow();
  const first = await read();
  return { ...feed, propertyId: id, read, nights, row, first };
}

const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

test('a vanished stay keeps its nights until two good readings and 24 hours have passed without it', async () => {
  const feed = await opened(calendar(july, august));
  expect(feed.first.outcomes).toEqual(['august added', 'july added']);
  await feed.set(calendar(august));
  expect((await feed.read()).outcomes).toEqual(['august unchanged', 'july missing']);
  await feed.read();
  pass(dayMs - 1);
  expect((await feed.read()).outcomes).toContain('july missing');
  expect(await feed.nights()).toEqual([julyNights, augustNights]);
  pass(1);
  expect((await feed.read()).outcomes).toContain('july removed');
  expect(await feed.nights()).toEqual([augustNights]);
});

test('after a day without readings one good reading without a stay is not enough', async () => {
  const feed = await opened(calendar(july, august));
  await feed.set(calendar(august));
  pass(3 * dayMs);
  await feed.read();
  expect(await feed.nights()).toHaveLength(2);
  await feed.set(calendar(august), '?status=500');
  pass(2 * dayMs);
  await feed.read();
  expect(await feed.nights()).toHaveLength(2);
  await feed.set(calendar(august));
  await feed.read();
  expect(await feed.nights()).toEqual([augustNights]);
});

test('a stay that comes back was never gone, and its time begins again', async () => {
  const feed = await opened(calendar(july, august));
  await feed.set(calendar(august));
  await feed.read();
  await feed.set(calendar(july, august));
  expect((await feed.read()).outcomes).toEqual(['august unchanged', 'july returned']);
  await feed.set(calendar(august));
  pass(dayMs);
  await feed.read();
  await feed.read();
  expect(await feed.nights()).toContain(julyNights);
});

test('other dates under a known UID take effect at once', async () => {
  const feed = await opened(calendar(july, august));
  await feed.set(calendar(stay('july', '2027-07-10', '2027-07-12'), august));
  expect((await feed.read()).outcomes).toEqual(['august unchanged', 'july changed']);
  expect(await feed.nights()).toEqual(['2027-07-10/2027-07-12 reservation', augustNights]);
});

test('a cancelled stay frees its nights at once', async () => {
  const feed = await opened(calendar(july, august));
  await feed.set(calendar([...july, 'STATUS:CANCELLED'], august));
  expect((await feed.read()).outcomes).toEqual(['august unchanged', 'july cancelled']);
  expect(await feed.nights()).toEqual([augustNights]);
  expect((await feed.row()).event_count).toBe(1);
});

test('another UID for the same dates is the same stay', async () => {
  const feed = await opened(calendar(july, august));
  await feed.set(calendar(stay('rotated', '2027-07-07', '2027-07-14'), august));
  expect((await feed.read()).outcomes).toEqual(['august unchanged', 'rotated renamed']);
  expect(await feed.nights()).toEqual([julyNights, augustNights]);
});

test('another UID for the same dates is a stay or a block as it says now', async () => {
  const blocked = stay('blocked', '2027-07-07', '2027-07-14', 'Airbnb (Not available)');
  const feed = await opened(calendar(blocked, august));
  await feed.set(calendar(stay('sold', '2027-07-07', '2027-07-14'), august));
  expect((await feed.read()).outcomes).toEqual(['august unchanged', 'sold renamed']);
  expect(await feed.nights()).toEqual([julyNights, augustNights]);
  await feed.set(calendar(stay('again', '2027-07-07', '2027-07-14', 'Airbnb (Not available)'), august));
  expect((await feed.read()).outcomes).toEqual(['again renamed', 'august unchanged']);
  expect(await feed.nights()).toEqual(['2027-07-07/2027-07-14 block', augustNights]);
});

test('a block that rolls on every day closes its new nights at once', async () => {
  const block = (uid: string, from: string, until: string) =>
    stay(uid, from, until, 'Airbnb (Not available)');
  const feed = await opened(calendar(block('one', '2027-05-20', '2027-05-22')));
  pass(dayMs);
  await feed.set(calendar(block('one', '2027-05-21', '2027-05-23')));
  await feed.read();
  expect(await feed.nights()).toEqual(['2027-05-21/2027-05-23 block']);
  await feed.set(calendar(block('two', '2027-05-22', '2027-05-24')));
  await feed.read();
  expect(await feed.nights()).toEqual(['2027-05-21/2027-05-23 block', '2027-05-22/2027-05-24 block']);
});

test('nights that recur without a gap are one event over the years, and end with their rule or a day after it is gone', async () => {
  const daily = (rule: string) => [...stay('daily', '2027-05-01', '2027-05-02'), `RRULE:FREQ=DAILY${rule}`];
  const feed = await opened(calendar(daily('')));
  expect(await feed.nights()).toEqual(['2027-05-01/2031-05-20 reservation']);
  now = new Date('2028-01-03T18:00:00Z');
  await feed.read();
  expect(await feed.nights()).toEqual(['2027-12-31/2032-01-03 reservation']);
  await feed.set(calendar(daily(';UNTIL=20280105'), august));
  await feed.read();
  expect(await feed.nights()).toEqual(['2027-12-31/2028-01-06 reservation']);
  await feed.set(calendar(daily(''), august));
  await feed.read();
  await feed.set(calendar(august));
  await feed.read();
  pass(dayMs);
  await feed.read();
  expect(await feed.nights()).toEqual([]);
});

test('a calendar without any event is doubted twice where there were events', async () => {
  const feed = await opened(calendar(july));
  await feed.set(calendar());
  for (let reading = 0; reading < 2; reading += 1) {
    expect(await feed.read()).toMatchObject({ isGood: false, error: expect.stringContaining('no events') });
    expect(await feed.row()).toMatchObject({ event_count: 1, last_good_at: start });
  }
  expect(await feed.read()).toMatchObject({ isGood: true, outcomes: ['july missing'] });
  expect(await feed.nights()).toEqual([julyNights]);
});

test.each([
  ['?status=500', 'status 500'],
  ['?status=404', 'status 404'],
  ['?status=204', 'status 204'],
])('%s changes nothing, and the hosts read it until a good reading', async (query, why) => {
  const feed = await opened(calendar(july));
  pass(hourMs);
  await feed.set(calendar(august), query);
  expect(await feed.read()).toMatchObject({ isGood: false, error: expect.stringContaining(why) });
  expect(await feed.row()).toMatchObject({ last_read_at: now, last_good_at: start, event_count: 1 });
  expect((await feed.row()).last_error).toContain(why);
  expect(await feed.nights()).toEqual([julyNights]);
  await feed.set(calendar(july, august));
  await feed.read();
  expect(await feed.row()).toMatchObject({ last_good_at: now, last_error: '', event_count: 2 });
});

test('an unchanged file is not sent again, and counts as a good reading; once a day it is read whole', async () => {
  const feed = await opened(calendar(july, august));
  pass(hourMs);
  expect((await feed.read()).outcomes).toEqual(['august unchanged', 'july unchanged']);
  expect(await feeds.stats(feed.name)).toMatchObject({ reads: 2, notModified: 1 });
  expect(await feed.row()).toMatchObject({ last_good_at: now, event_count: 2 });
  pass(dayMs);
  await feed.read();
  expect(await feeds.stats(feed.name)).toMatchObject({ reads: 3, notModified: 1 });
});

test('an unchanged file goes on without a vanished stay until its nights are free', async () => {
  const feed = await opened(calendar(july, august));
  await feed.set(calendar(august));
  await feed.read();
  pass(dayMs);
  expect((await feed.read()).outcomes).toContain('july removed');
});

test('another address is read whole, and the nights of the old one go as vanished ones do', async () => {
  const feed = await opened(calendar(july));
  await feeds.put('moved', calendar(august));
  await db
    .updateTable('calendar_feeds')
    .set({ url: `${feeds.url}/moved.ics` })
    .where('id', '=', feed.id)
    .execute();
  expect((await feed.read()).outcomes).toEqual(['august added', 'july missing']);
});

test('a feed that is moved to another home takes its nights there; deleted, it frees them', async () => {
  const feed = await opened(calendar(july));
  const other = await addProperty(db);
  const here = () => db.updateTable('calendar_feeds').where('id', '=', feed.id);
  await here().set({ property_id: other.id }).execute();
  expect([await feed.nights(), await closedNights(db, other.id)]).toEqual([[], [julyNights]]);
  await db.deleteFrom('calendar_feeds').where('id', '=', feed.id).execute();
  expect(await closedNights(db, other.id)).toEqual([]);
});

test('a feed restored from the trash was never read: an unchanged file is read whole', async () => {
  const feed = await opened(calendar(july));
  const row = await feed.row();
  await db.deleteFrom('calendar_feeds').where('id', '=', feed.id).execute();
  await db.insertInto('calendar_feeds').values(row).execute();
  expect(await feed.row()).toMatchObject({ last_good_at: null, event_count: 0 });
  expect((await feed.read()).outcomes).toEqual(['july added']);
  expect(await feed.nights()).toEqual([julyNights]);
});

test('our own events that come back count for nothing', async () => {
  const own = ownUid('booking', '0190a6a0-0000-7000-8000-000000000000', 'localhost');
  const foreign = own.replace('localhost', 'other.example');
  const feed = await opened(
    calendar(stay(own, '2027-07-07', '2027-07-14'), stay(`vrbo:${own}`, '2027-07-20', '2027-07-22'), august),
  );
  expect(feed.first.outcomes).toEqual(['august added', `${own} own`, `vrbo:${own} own`].sort());
  expect(await feed.nights()).toEqual([augustNights]);
  expect((await feed.row()).event_count).toBe(1);
  await feed.set(calendar(stay(foreign, '2027-07-07', '2027-07-14'), august));
  await feed.read();
  expect(await feed.nights()).toEqual([julyNights, augustNights]);
});

test('concurrent readings of one feed leave each night closed once', async () => {
  const feed = await opened(calendar(july));
  await feed.set(calendar(july, august));
  await Promise.all(Array.from({ length: 8 }, () => feed.read()));
  expect(await feed.nights()).toEqual([julyNights, augustNights]);
  expect((await feeds.stats(feed.name))?.reads).toBeLessThanOrEqual(3);
});

test('the job reads active feeds, and one that hangs or fails delays no other', async () => {
  const [slow, failing, good, off] = await Promise.all([
    opened(calendar(july)),
    opened(calendar(july)),
    opened(calendar(july)),
    opened(calendar(july), { is_active: false }),
  ]);
  await slow.set(calendar(july, august));
  const release = feeds.hold(slow.name);
  await failing.set('', '?status=503');
  for (const feed of [good, off]) await feed.set(calendar(july, august));
  pass(hourMs);
  const all = readAllFeeds(app.ctx);
  await expect.poll(() => good.nights()).toHaveLength(2);
  expect(await slow.nights()).toHaveLength(1);
  release();
  await all;
  expect(await slow.nights()).toHaveLength(2);
  expect((await failing.row()).last_error).toContain('503');
  expect(await off.nights()).toHaveLength(1);
});

test('a failed reading that began before a good one leaves the feed as the good one found it', async () => {
  const feed = await opened(calendar(july));
  await feed.set('', '?status=503');
  const release = feeds.hold(feed.name);
  pass(hourMs);
  const late = readFeed(app.ctx, feed.id, 'timed');
  await expect.poll(async () => (await feeds.stats(feed.name))?.reads).toBe(2);
  await feed.set(calendar(july, august));
  pass(1_000);
  expect((await feed.read()).isGood).toBe(true);
  release();
  await late;
  expect(await feed.row()).toMatchObject({ last_error: '', last_read_at: now, last_good_at: now });
});

test('a failed reading says nothing about an address that was set after it began', async () => {
  const feed = await opened(calendar(july));
  await feed.set('', '?status=503');
  const release = feeds.hold(feed.name);
  const late = feed.read();
  await expect.poll(async () => (await feeds.stats(feed.name))?.reads).toBe(2);
  await feeds.put('corrected', calendar(july));
  await db
    .updateTable('calendar_feeds')
    .set({ url: `${feeds.url}/corrected.ics` })
    .where('id', '=', feed.id)
    .execute();
  release();
  await late;
  expect((await feed.row()).last_error).toBe('');
});
