import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { addBooking, addProperty } from '../../../../test/bookings.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { type Answer, sender } from '../../../../test/rows.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';

const now = new Date('2027-05-01T12:00:00Z');

let app: TestApp;
let host: Browser;
let send: ReturnType<typeof sender>;
beforeAll(async () => {
  app = await testApp({ now: () => now });
  host = await signedInBrowser(app, 'host@example.com');
  send = sender(host);
});
afterAll(() => app.close());

const db = () => app.platform.db;
const readHome = async (slug: string, query = 'from=2027-07-01&to=2027-07-15'): Promise<Answer> => {
  const calendar = await send('GET', `/api/admin/calendar?${query}`);
  expect(calendar.status).toBe(200);
  return calendar.properties.find((one: { slug: string }) => one.slug === slug);
};
const close = (property: string, first_night: string, last_night: string, note?: string): Promise<Answer> =>
  send('POST', '/api/admin/blocks', { property, first_night, last_night, note });

describe('GET /api/admin/calendar', () => {
  test('without a page names every home; with one 24 of them, and the names of all', async () => {
    for (let n = 0; n < 30; n += 1) await addProperty(db());
    const days = 'from=2027-07-01&to=2027-07-15';
    const all = await send('GET', `/api/admin/calendar?${days}`);
    const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);
    expect(all.properties.length).toBeGreaterThan(30);
    expect(all).not.toHaveProperty('allProperties');
    const [first, second] = [
      await send('GET', `/api/admin/calendar?${days}&page=1`),
      await send('GET', `/api/admin/calendar?${days}&page=2`),
    ];
    expect(first.properties).toHaveLength(24);
    expect([...slugs(first.properties), ...slugs(second.properties)]).toEqual(
      slugs(all.properties).slice(0, 48),
    );
    expect(slugs(first.allProperties)).toEqual(slugs(all.properties));
    expect(first.pages).toBe(Math.ceil(all.properties.length / 24));
    expect(first.properties).toEqual(all.properties.slice(0, 24));
    const beyond = await send('GET', `/api/admin/calendar?${days}&page=99`);
    expect([beyond.status, beyond.properties]).toEqual([200, []]);
  });

  test('reads only one home, and the first page for one that does not exist', async () => {
    const home = await addProperty(db());
    const { code } = await addBooking(db(), {
      property_id: home.id,
      checkin: '2027-07-02',
      checkout: '2027-07-04',
    });
    const days = 'from=2027-07-01&to=2027-07-15';
    const one = await send('GET', `/api/admin/calendar?${days}&property=${home.slug}`);
    expect(one.properties).toMatchObject([{ slug: home.slug, bookings: [{ code }] }]);
    const none = await send('GET', `/api/admin/calendar?${days}&property=no-such-home`);
    expect(none.properties.length).toBeGreaterThan(1);
  });

  test('shows bookings, holds, requests, blocks, events, prices and rules of every home by night', async () => {
    const home = await addProperty(db(), { is_listed: false, weekend_cents: 26_000, turnover_nights: 1 });
    const property_id = home.id;
    await db()
      .insertInto('rates')
      .values({
        property_id,
        name: 'July',
        first_night: '2027-07-08',
        last_night: '2027-07-10',
        nightly_cents: 31_000,
        min_nights: 3,
        arrival_days: ['sat'],
      })
      .execute();
    const stay = { property_id, checkin: '2027-06-28', checkout: '2027-07-02', guests: 3 };
    const { code } = await addBooking(db(), stay);
    const hold = { property_id, checkin: '2027-07-04', checkout: '2027-07-06', name: 'Bo Hold' };
    await addBooking(db(), { ...hold, status: 'held', hold_expires_at: new Date('2027-05-01T12:30:00Z') });
    const request = { property_id, checkin: '2027-07-12', checkout: '2027-07-13' };
    await addBooking(db(), { ...request, status: 'requested' });
    await addBooking(db(), {
      property_id,
      checkin: '2027-07-02',
      checkout: '2027-07-04',
      status: 'cancelled',
    });
    const block = await close(home.slug, '2027-07-14', '2027-07-20', 'Painting');
    const feed = { property_id, channel: 'airbnb' as const, name: 'Gull', url: 'https://a.example/1.ics' };
    const { id: feed_id } = await db()
      .insertInto('calendar_feeds')
      .values(feed)
      .returning('id')
      .executeTakeFirstOrThrow();
    const event = { feed_id, property_id, uid: 'u1', kind: 'reservation' as const };
    await db()
      .insertInto('feed_events')
      .values({ ...event, checkin: '2027-07-08', checkout: '2027-07-10' })
      .execute();

    const shown = await readHome(home.slug);
    expect(shown).toMatchObject({ ...home, isListed: false, bookingMode: 'instant' });
    expect(shown.bookings).toMatchObject([
      { code, name: 'Ann Lee', status: 'confirmed', guests: 3, checkin: '2027-06-28', holdExpiresAt: null },
      { name: 'Bo Hold', status: 'held', holdExpiresAt: '2027-05-01T12:30:00.000Z' },
      { status: 'requested', checkin: '2027-07-12' },
    ]);
    expect(shown.blocks).toEqual([
      { id: block.id, first_night: '2027-07-14', last_night: '2027-07-20', note: 'Painting' },
    ]);
    expect(shown.feedEvents).toMatchObject([{ kind: 'reservation', channel: 'airbnb', feed: 'Gull' }]);
    expect(shown.days).toHaveLength(14);
    const dayOf = (date: string) => shown.days.find((day: { date: string }) => day.date === date);
    expect(dayOf('2027-07-01')).toMatchObject({ isFree: false, why: 'booked', price: 20_000, season: null });
    expect(dayOf('2027-07-02')).toMatchObject({ isFree: false, why: 'turnover', price: 26_000 });
    expect(dayOf('2027-07-11')).toMatchObject({ isFree: false, why: 'turnover' });
    expect(dayOf('2027-07-10')).toMatchObject({
      price: 31_000,
      season: 'July',
      minNights: 3,
      arrivalDays: ['sat'],
      why: 'turnover',
    });
    expect(dayOf('2027-07-14')).toMatchObject({ why: 'blocked' });
  });

  test('shows of an event that is partly an echo only the nights that its channel closes of its own', async () => {
    const { id: property_id, slug } = await addProperty(db());
    const { id: feed_id } = await db()
      .insertInto('calendar_feeds')
      .values({ property_id, channel: 'airbnb', name: 'Gull', url: 'https://a.example/2.ics' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const event = { feed_id, property_id, kind: 'block' as const };
    await db()
      .insertInto('feed_events')
      .values([
        {
          ...event,
          uid: 'joined',
          checkin: '2027-06-20',
          checkout: '2027-07-20',
          own_nights: '{[2027-06-20,2027-06-25),[2027-07-02,2027-07-04),[2027-07-10,2027-07-20)}',
        },
        {
          ...event,
          uid: 'echo',
          checkin: '2027-07-05',
          checkout: '2027-07-07',
          own_nights: '{}',
          is_echo: true,
        },
        { ...event, uid: 'whole', checkin: '2027-07-05', checkout: '2027-07-06' },
      ])
      .execute();
    const shown = await readHome(slug);
    const nights = ({ checkin, checkout }: Record<string, string>) => `${checkin}/${checkout}`;
    expect(shown.feedEvents.map(nights)).toEqual([
      '2027-07-02/2027-07-04',
      '2027-07-05/2027-07-06',
      '2027-07-10/2027-07-20',
    ]);
    const closed = shown.days.filter(({ why }: { why?: string }) => why === 'blocked');
    expect(closed.map(({ date }: { date: string }) => date).slice(0, 4)).toEqual([
      '2027-07-02',
      '2027-07-03',
      '2027-07-05',
      '2027-07-10',
    ]);
  });

  test('agrees day by day with the public calendar', async () => {
    const home = await addProperty(db(), { weekend_cents: 1_000, min_nights: 2, lead_days: 3 });
    const query = 'from=2027-05-01&to=2027-06-01';
    const { days } = await (
      await app.request('GET', `/api/properties/${home.slug}/calendar?${query}`)
    ).json();
    expect((await readHome(home.slug, query)).days).toMatchObject(days);
  });

  test.each(['', 'from=2027-07-01', 'from=2027-07-02&to=2027-07-02', 'from=x&to=2027-07-02'])(
    'rejects the range "%s" with a message',
    async (query) => {
      const answer = await send('GET', `/api/admin/calendar?${query}`);
      expect(answer).toMatchObject({ status: 400, message: expect.stringMatching(/^(From|To) must be/) });
    },
  );

  test('rejects unknown filters and more than 750 days', async () => {
    const far = await send('GET', '/api/admin/calendar?from=2027-01-01&to=2029-01-21');
    expect(far).toMatchObject({ status: 400, fields: { to: expect.stringContaining('750') } });
    expect((await send('GET', '/api/admin/calendar?from=2027-01-01&to=2027-02-01&x=1')).status).toBe(400);
  });
});

describe('closing and opening nights', () => {
  test('closes nights with a history, and opens them again', async () => {
    const home = await addProperty(db());
    const block = await close(home.slug, '2027-08-01', '2027-08-03', '  Painting ');
    expect(block).toMatchObject({ status: 201, property: home.slug, note: 'Painting' });
    const history = await send('GET', `/api/tables/blocks/${block.id}/history`);
    expect(history.data).toMatchObject([{ action: 'create', by: 'host@example.com' }]);
    expect(await send('DELETE', `/api/admin/blocks/${block.id}`)).toMatchObject({
      status: 200,
      success: true,
      trashId: expect.any(String),
    });
    expect(await send('DELETE', `/api/admin/blocks/${block.id}`)).toMatchObject({
      status: 404,
      message: 'These nights are no longer closed.',
    });
    const { days } = await readHome(home.slug, 'from=2027-08-01&to=2027-08-04');
    expect(days.every((day: { isFree: boolean }) => day.isFree)).toBe(true);
  });

  test('the same nights closed twice, also at once, are one block', async () => {
    const home = await addProperty(db());
    const blocks = await Promise.all([1, 2, 3].map(() => close(home.slug, '2027-08-01', '2027-08-03', 'Us')));
    expect(blocks.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(blocks.map(({ id }) => id)).size).toBe(1);
    expect((await close(home.slug, '2027-08-01', '2027-08-02', 'Us')).id).not.toBe(blocks[0]?.id);
  });

  test.each([
    ['confirmed', 'Booking'],
    ['held', 'Hold'],
    ['requested', 'Request'],
  ] as const)('rejects nights of a %s booking with its code', async (status, word) => {
    const home = await addProperty(db());
    const span = { property_id: home.id, checkin: '2027-09-10', checkout: '2027-09-12' };
    const { code } = await addBooking(db(), { ...span, status });
    expect(await close(home.slug, '2027-09-11', '2027-09-14')).toMatchObject({
      status: 409,
      reason: 'dates_taken',
      bookingCode: code,
      bookingCodes: [code],
      message: `${word} ${code} (Ann Lee) has nights from September 10, 2027 to September 12, 2027. Nothing was closed.`,
    });
    expect((await close(home.slug, '2027-09-12', '2027-09-14')).status).toBe(201);
  });

  test('a night is closed or held, never both, and the second request gets the reason', async () => {
    for (let round = 0; round < 6; round += 1) {
      const home = await addProperty(db());
      const span = { checkin: '2027-07-05', checkout: '2027-07-08' };
      const quote = await app.request('POST', '/api/quotes', {
        json: { property: home.slug, ...span, guests: 2, pets: 0 },
        from: `198.51.100.${round}`,
      });
      const hold = {
        quoteId: (await quote.json()).id,
        name: 'Ann Lee',
        email: `ann${round}@guests.example`,
        phone: '+1 850 555 0100',
        plan: 'full',
        agreed: { houseRules: true, cancellation: true },
      };
      const [held, closed] = await Promise.all([
        app.request('POST', '/api/bookings', {
          json: hold,
          from: `198.51.100.${round}`,
          headers: { 'Idempotency-Key': crypto.randomUUID() },
        }),
        close(home.slug, '2027-07-06', '2027-07-06'),
      ]);
      expect([held.status, closed.status].sort()).toEqual([201, 409]);
      const loser = held.status === 409 ? await held.json() : closed;
      expect(loser).toMatchObject({ reason: 'dates_taken' });
    }
  });

  test.each([
    [{ property: '' }, 'property'],
    [{ first_night: '2027-02-30' }, 'first_night'],
    [{ last_night: '2027-07-31' }, 'last_night'],
    [{ last_night: '2031-08-01' }, 'last_night'],
    [{ note: 'x'.repeat(501) }, 'note'],
    [{ note: 7 }, 'note'],
    [{ property_id: 'x' }, 'property_id'],
  ])('rejects %j with a message', async (wrong, field) => {
    const sent = { property: 'any', first_night: '2027-08-01', last_night: '2027-08-02', ...wrong };
    const answer = await send('POST', '/api/admin/blocks', sent);
    expect(answer).toMatchObject({ status: 400, fields: { [field]: expect.stringMatching(/\w+ .*\w/) } });
  });

  test('an unknown home is not found', async () => {
    expect((await close('no-such-home', '2027-08-01', '2027-08-02')).status).toBe(404);
    expect((await send('DELETE', '/api/admin/blocks/none')).status).toBe(404);
  });
});

test('guests and anonymous visitors reach none of the calls', async () => {
  const guest = await signedInBrowser(app, 'guest@example.com');
  const id = crypto.randomUUID();
  for (const [browser, status] of [
    [cookieBrowser(app), 401],
    [guest, 403],
  ] as const) {
    for (const [method, path] of [
      ['GET', '/api/admin/calendar?from=2027-07-01&to=2027-07-02'],
      ['POST', '/api/admin/blocks'],
      ['DELETE', `/api/admin/blocks/${id}`],
      ['POST', '/api/admin/rates/preview'],
      ['PUT', '/api/admin/rates/range'],
      ['POST', `/api/admin/rates/changes/${id}/undo`],
    ] as const) {
      const response = await browser.request(method, path, { json: method === 'GET' ? undefined : {} });
      expect([method, path, response.status]).toEqual([method, path, status]);
    }
  }
});
