import { beforeEach, expect, test, vi } from 'vitest';
import { calendar, emptyCalendar, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { hourMs } from '../../../shared/durations.ts';
import { readFeedNow } from '../../channels/import/read-feeds.server.ts';

let now = new Date();
/** The clock stands still, because readings for a payment are reused for 10 seconds. */
const stays = await openStaysForFile({ now: () => now });
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
/** The card provider has a clock of its own, and opens no page for less than half an hour. */
beforeEach(() => {
  now = new Date(Math.max(Date.now(), now.getTime()));
});
const feeds = await openFeedsForFile();
const { db } = stays;

const sold = (uid = 'sold', from = 60) => calendar(stay(uid, inDays(from), inDays(from + 3)));

async function homeWithFeed(body = calendar(), more: object = {}) {
  const { id, slug } = await stays.addProperty();
  const feed = await feeds.add(db, id, body, more);
  const hold = async (from = 60) => {
    const { id: quoteId } = await stays.quote(slug, from);
    const response = await stays.book(quoteId);
    return { status: response.status, body: await response.json() };
  };
  const set = (values: object) =>
    db.updateTable('calendar_feeds').set(values).where('id', '=', feed.id).execute();
  return { propertyId: id, slug, feed, hold, setRow: set };
}

test('nights that a channel sold since are rejected before a hold is made, with the nearest free ones', async () => {
  const { slug, feed } = await homeWithFeed();
  const { id } = await stays.quote(slug);
  await feed.set(sold());
  const response = await stays.book(id);
  expect(response.status).toBe(409);
  const body = await response.json();
  expect(body.reason).toBe('dates_taken');
  expect(body.nearest.length).toBeGreaterThan(0);
  expect(await db.selectFrom('bookings').select('id').where('quote_id', '=', id).execute()).toEqual([]);
});

test('every active feed of the home is read again, all at once', async () => {
  const isKnown = { last_good_at: now };
  const { propertyId, hold, feed } = await homeWithFeed(calendar(), isKnown);
  const second = await feeds.add(db, propertyId, calendar(), { channel: 'vrbo', ...isKnown });
  const off = await feeds.add(db, propertyId, calendar(), { channel: 'other', is_active: false });
  for (const one of [feed, second]) await one.set(calendar(), '?delayMs=60000');
  const givenUp = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(givenUp.signal);
  expect((await hold()).body.status).toBe('held');
  const reads = () =>
    Promise.all([feed, second, off].map(async ({ name }) => (await feeds.stats(name))?.reads));
  // A call that waited for the other one would never begin, because no call is given up.
  await expect.poll(reads).toEqual([1, 1, 0]);
  givenUp.abort(new DOMException('The test ends.', 'TimeoutError'));
});

test('a payment page is not opened again for nights that a channel sold over the hold', async () => {
  const { slug, feed } = await homeWithFeed();
  const placed = await stays.hold(slug);
  expect(placed.checkoutUrl).not.toBeNull();
  await feed.set(sold());
  pass(10_000);
  const other = await stays.addProperty();
  const refused = await stays.act(placed, 'checkout');
  expect(refused.status).toBe(409);
  const body = await refused.json();
  expect(body).toMatchObject({
    reason: 'dates_taken',
    currency: 'usd',
    message: expect.stringMatching(/^Another channel has sold these nights .* is free, \$600 in all\.$/),
  });
  // The nearest stays avoid the nights that the channel sold; the hold's own nights do not count as taken.
  expect(body.nearest).toHaveLength(3);
  for (const near of body.nearest) {
    expect(near).toMatchObject({ total: 60_000 });
    expect(near.checkout <= inDays(60) || near.checkin >= inDays(63)).toBe(true);
  }
  const named: string[] = body.otherProperties.map((home: { slug: string }) => home.slug);
  expect(named.length).toBeGreaterThan(0);
  expect(named).not.toContain(slug);
  expect(body.otherProperties).toContainEqual({ slug: other.slug, title: expect.any(String), total: 60_000 });
  expect((await stays.stored(placed.code)).status).toBe('held');
});

test('payment pages of a hold that cannot be paid read no channel, those of others one in 10 seconds', async () => {
  const { slug, feed } = await homeWithFeed();
  const reads = async () => (await feeds.stats(feed.name))?.reads ?? 0;
  const [released, live] = [await stays.hold(slug), await stays.hold(slug, {}, 80)];
  expect((await stays.act(released, 'release')).status).toBe(200);
  expect(await reads()).toBe(1);
  pass(60_000);
  for (let time = 0; time < 5; time += 1) expect((await stays.act(released, 'checkout')).status).toBe(409);
  expect(await reads()).toBe(1);
  for (let time = 0; time < 4; time += 1) expect((await stays.act(live, 'checkout')).status).toBe(200);
  expect(await reads()).toBe(2);
  pass(10_000);
  expect((await stays.act(live, 'checkout')).status).toBe(200);
  expect(await reads()).toBe(3);
});

/** The module as another process has it, whose parser runs. */
async function otherProcess() {
  vi.resetModules();
  const { runParser } = await import('../../channels/import/run-parser.server.ts');
  await runParser(emptyCalendar, 'urgent');
  return import('./recheck-calendars.server.ts');
}

test('processes share the limit: one reads, and the others wait for what it reads', {
  tags: ['waits'],
}, async () => {
  const { propertyId, feed } = await homeWithFeed();
  const processes = [await otherProcess(), await otherProcess(), await otherProcess()];
  await feed.set(sold(), '?delayMs=400');
  const results = await Promise.all(
    processes.map(async ({ recheckCalendars }) => {
      const { areFresh } = await recheckCalendars(stays.ctx, propertyId);
      const events = await db
        .selectFrom('feed_events')
        .select('uid')
        .where('feed_id', '=', feed.id)
        .execute();
      return [areFresh, events.map(({ uid }) => uid)];
    }),
  );
  expect(results).toEqual(Array(3).fill([true, ['sold']]));
  expect((await feeds.stats(feed.name))?.reads).toBe(1);
  pass(10_000);
  await processes[1]?.recheckCalendars(stays.ctx, propertyId);
  expect((await feeds.stats(feed.name))?.reads).toBe(2);
});

test('a reading whose process ended with it delays a payment by 3 seconds at most, and after 10 seconds another one is made', {
  tags: ['waits'],
}, async () => {
  const { propertyId, feed } = await homeWithFeed();
  await db.insertInto('calendar_rechecks').values({ property_id: propertyId, started_at: now }).execute();
  const { recheckCalendars } = await otherProcess();
  const before = performance.now();
  expect(await recheckCalendars(stays.ctx, propertyId)).toEqual({ areFresh: false });
  expect(performance.now() - before).toBeGreaterThan(2_900);
  expect((await feeds.stats(feed.name))?.reads ?? 0).toBe(0);
  pass(10_000);
  expect(await recheckCalendars(stays.ctx, propertyId)).toEqual({ areFresh: true });
  expect((await feeds.stats(feed.name))?.reads).toBe(1);
});

test('a reading over a confirmed stay leaves its nights to it', async () => {
  const { propertyId, slug, feed } = await homeWithFeed();
  const placed = await stays.confirmed(slug);
  await feed.set(sold());
  expect((await readFeedNow(stays.ctx, feed.id)).events).toMatchObject([{ outcome: 'added' }]);
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
  const rows = await db
    .selectFrom('occupied_nights')
    .select('kind')
    .where('property_id', '=', propertyId)
    .orderBy('kind')
    .execute();
  expect(rows.map(({ kind }) => kind)).toEqual(['booking', 'feed_reservation']);
});

test('a feed that hangs delays a hold by 3 seconds at most, and is stored when it comes', {
  tags: ['waits'],
}, async () => {
  const { slug, feed, setRow } = await homeWithFeed();
  await feed.set(calendar(stay('late', inDays(90), inDays(93))));
  const release = feeds.hold(feed.name);
  await setRow({ last_good_at: new Date(now.getTime() - hourMs) });
  const { id } = await stays.quote(slug);
  const placed = await (await stays.book(id)).json();
  expect(placed.status).toBe('held');
  // The hold did not wait until the reading is given up, after 10 seconds: it goes on.
  release();
  const stored = () => db.selectFrom('feed_events').select('uid').where('feed_id', '=', feed.id).execute();
  await expect.poll(stored).toEqual([{ uid: 'late' }]);
});

test.each([
  ['was never read well', null],
  ['was not read well for 6 hours', 6 * hourMs + 60_000],
])('if a feed %s, a home with instant booking takes requests and shows why', async (_, age) => {
  const { hold, feed, setRow } = await homeWithFeed();
  await feed.set('', '?status=500');
  await setRow({ last_good_at: age === null ? null : new Date(now.getTime() - age) });
  expect((await hold()).body).toMatchObject({
    status: 'requested',
    checkoutUrl: null,
    why: expect.any(String),
  });
  await feed.set(calendar());
  pass(10_000);
  expect((await hold(90)).body).toMatchObject({ status: 'held', checkoutUrl: expect.any(String) });
});

test('calendar and quote name the moment of the last good reading', async () => {
  const { slug, feed, setRow } = await homeWithFeed();
  const checkedAt = async () => {
    const path = `/api/properties/${slug}/calendar?from=${inDays(1)}&to=${inDays(9)}`;
    const { calendarsCheckedAt } = await (await stays.request('GET', path)).json();
    expect((await stays.quote(slug)).calendarsCheckedAt).toBe(calendarsCheckedAt);
    return calendarsCheckedAt;
  };
  expect(await checkedAt()).toBeNull();
  await setRow({ last_good_at: new Date(now.getTime() - hourMs) });
  const before = Date.parse(await checkedAt());
  await readFeedNow(stays.ctx, feed.id);
  expect(Date.parse(await checkedAt())).toBeGreaterThan(before);
});

test('a reading that lands while holds are placed: no payment page for nights that were sold before it', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { slug, feed, propertyId } = await homeWithFeed();
    const { id } = await stays.quote(slug);
    const [response] = await Promise.all([
      stays.book(id),
      feed.set(sold()).then(() => readFeedNow(stays.ctx, feed.id)),
    ]);
    const body = await response.json();
    expect([201, 409]).toContain(response.status);
    if (response.status === 409) {
      expect(body.reason).toBe('dates_taken');
      const live = await db
        .selectFrom('bookings')
        .select('status')
        .where('property_id', '=', propertyId)
        .where('status', 'in', ['held', 'confirmed'])
        .execute();
      expect(live).toEqual([]);
    } else {
      // The hold was there first: it keeps its nights, and the next page is rejected.
      expect((await stays.act(body, 'checkout')).status).toBe(409);
    }
  }
});
