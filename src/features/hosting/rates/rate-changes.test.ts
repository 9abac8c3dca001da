import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { addBooking, addProperty, addQuote } from '../../../../test/bookings.ts';
import { type Answer, sender } from '../../../../test/rows.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';

let now = new Date('2027-05-01T12:00:00Z');

let app: TestApp;
let send: ReturnType<typeof sender>;
let home: { id: string; slug: string };
beforeAll(async () => {
  app = await testApp({ now: () => now });
  send = sender(await signedInBrowser(app, 'host@example.com'));
});
beforeEach(async () => {
  now = new Date('2027-05-01T12:00:00Z');
  home = await addProperty(db(), { weekend_cents: 26_000, min_nights: 2 });
});
afterAll(() => app.close());

const db = () => app.platform.db;
const addRate = (more: object) =>
  db()
    .insertInto('rates')
    .values({ property_id: home.id, ...more })
    .execute();
const july = { first_night: '2027-07-05', last_night: '2027-07-11' };
const change = (more: object = { nightly_cents: 33_000 }) => ({ properties: [home.id], ...july, ...more });
const put = (more?: object): Promise<Answer> => send('PUT', '/api/admin/rates/range', change(more));
const prices = async (slug = home.slug): Promise<number[]> => {
  const answer = await send('GET', `/api/properties/${slug}/calendar?from=2027-07-04&to=2027-07-13`);
  return answer.days.map(({ price }: { price: number }) => price);
};
const storedRates = () =>
  db().selectFrom('rates').selectAll().where('property_id', '=', home.id).orderBy('id').execute();

describe('the preview', () => {
  test('counts nights, prices, bookings and quotes of a hand-computed case, and changes nothing', async () => {
    const other = await addProperty(db(), { nightly_cents: 10_000 });
    await addRate({ first_night: '2027-07-08', last_night: null, nightly_cents: 40_000 });
    const span = { property_id: home.id, checkin: '2027-07-06', checkout: '2027-07-08' };
    await addBooking(db(), span);
    await addQuote(db(), { ...span, checkin: '2027-07-11', checkout: '2027-07-14' });
    await addQuote(db(), { ...span, checkin: '2027-07-12', checkout: '2027-07-14' });
    const offered = await addQuote(db(), { ...span, checkin: '2027-07-09', checkout: '2027-07-11' });
    const offer = { token_hash: Buffer.from('1'), quote_id: offered, created_by: 'host@example.com' };
    await db()
      .insertInto('offers')
      .values({ id: newId(), ...offer, expires_at: new Date('2099-01-01') })
      .execute();
    await addQuote(db(), { ...span, checkin: '2027-07-09', checkout: '2027-07-10' }, { expires_at: now });
    const before = await storedRates();
    // Monday to Sunday: three nights of the home's own price, four of the rate's.
    const answer = await send(
      'POST',
      '/api/admin/rates/preview',
      change({ properties: [home.id, other.id], nightly_cents: 33_000, weekend_cents: 35_000 }),
    );
    expect(answer).toMatchObject({
      status: 200,
      nights: 14,
      changedNights: 14,
      bookedNights: 2,
      openQuotes: 1,
      openOffers: 1,
      before: { lowest: 10_000, highest: 40_000 },
      after: { lowest: 33_000, highest: 35_000 },
    });
    expect(answer.properties).toMatchObject([
      { slug: home.slug, nights: 7, before: { lowest: 20_000, highest: 40_000 }, openQuotes: 1 },
      { slug: other.slug, nights: 7, before: { lowest: 10_000, highest: 10_000 }, unreachable: [] },
    ]);
    expect(await storedRates()).toEqual(before);
  });

  test('names the nights between stays that become too few for the fewest nights', async () => {
    await addBooking(db(), { property_id: home.id, checkin: '2027-07-01', checkout: '2027-07-06' });
    await addBooking(db(), { property_id: home.id, checkin: '2027-07-09', checkout: '2027-07-20' });
    const { properties } = await send('POST', '/api/admin/rates/preview', change({ min_nights: 4 }));
    expect(properties[0].unreachable).toEqual([
      {
        first_night: '2027-07-06',
        last_night: '2027-07-08',
        reason: 'min_nights',
        wasReachable: true,
        message:
          'The nights of July 6, 2027 to July 8, 2027 cannot be booked: too few nights in a row are free for a stay of at least 4.',
      },
    ]);
    const fits = await send('POST', '/api/admin/rates/preview', change({ min_nights: 3 }));
    expect(fits.properties[0].unreachable).toEqual([]);
  });

  test('names the nights that no day of arrival can reach', async () => {
    await addBooking(db(), { property_id: home.id, checkin: '2027-07-01', checkout: '2027-07-06' });
    await addBooking(db(), { property_id: home.id, checkin: '2027-07-09', checkout: '2027-07-20' });
    const { properties } = await send('POST', '/api/admin/rates/preview', change({ arrival_days: ['sat'] }));
    expect(properties[0].unreachable).toMatchObject([
      { first_night: '2027-07-06', last_night: '2027-07-08', reason: 'arrival_days' },
    ]);
  });
});

describe('the change', () => {
  test('wins over every earlier rate of any priority, and undo restores all of them', async () => {
    await addRate({ first_night: null, last_night: null, nightly_cents: 44_400, priority: 1_000_000 });
    await addRate({ ...july, nightly_cents: 55_500, weekend_cents: 60_000, priority: 7 });
    const before = { rates: await storedRates(), prices: await prices() };
    const done = await put();
    expect(done).toMatchObject({ status: 200, nights: 7, after: { lowest: 33_000, highest: 33_000 } });
    expect(await prices()).toEqual([44_400, ...Array(7).fill(33_000), 44_400]);
    expect(await send('POST', done.undo)).toMatchObject({ status: 200, properties: [home.id], ...july });
    expect({ rates: await storedRates(), prices: await prices() }).toEqual(before);
    expect(await send('POST', done.undo)).toMatchObject({
      status: 409,
      message: 'This change of rates has been undone already.',
    });
  });

  test('leaves what is not sent as it is, season by season', async () => {
    await addRate({ name: 'Early', last_night: '2027-07-07', nightly_cents: 30_000 });
    await addRate({ name: 'High', first_night: '2027-07-09', nightly_cents: 50_000, weekend_cents: 60_000 });
    const before = await prices();
    await put({ min_nights: 5, arrival_days: ['sat', 'mon'] });
    expect(await prices()).toEqual(before);
    const { properties } = await send('GET', '/api/admin/calendar?from=2027-07-05&to=2027-07-12');
    const { days } = properties.find(({ id }: { id: string }) => id === home.id);
    const rule = { minNights: 5, arrivalDays: ['mon', 'sat'] };
    expect(days).toMatchObject([
      ...Array(3).fill({ ...rule, season: 'Early' }),
      { ...rule, season: null },
      ...Array(3).fill({ ...rule, season: 'High' }),
    ]);
    await put({ weekend_cents: 77_700 });
    expect(await prices()).toEqual(before.map((price, at) => (at === 5 || at === 6 ? 77_700 : price)));
  });

  test('is in the history of its rates, which are trashed when it is undone', async () => {
    const done = await put();
    const [rate] = await storedRates();
    await send('POST', done.undo);
    const history = await send('GET', `/api/tables/rates/${rate?.id}/history`);
    expect(history.data).toMatchObject([
      { action: 'delete', by: 'host@example.com' },
      { action: 'create', by: 'host@example.com' },
    ]);
  });

  test('a repeated request, also a concurrent one, is applied once and gets the same response', async () => {
    const answers = await Promise.all([put(), put(), put()]);
    now = new Date('2027-05-02T12:00:00Z');
    answers.push(await put());
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await storedRates()).toHaveLength(1);
    const second = await put({ nightly_cents: 34_000 });
    expect(second.undo).not.toBe(answers[0]?.undo);
    const third = await put();
    expect([third.undo === answers[0]?.undo, await prices()]).toEqual([
      false,
      expect.arrayContaining([33_000]),
    ]);
  });

  test('changes are undone in turn, the latest first', async () => {
    const before = await prices();
    const first = await put();
    const between = await prices();
    const second = await put({ weekend_cents: 1 });
    expect((await send('POST', first.undo)).status).toBe(409);
    await send('POST', second.undo);
    expect(await prices()).toEqual(between);
    expect((await send('POST', first.undo)).status).toBe(200);
    expect(await prices()).toEqual(before);
  });

  test.each([
    ['was changed', (id: string) => send('PUT', `/api/tables/rates/${id}`, { nightly_cents: 1 })],
    ['was deleted', (id: string) => send('DELETE', `/api/tables/rates/${id}`)],
    ['got company', () => addRate({ first_night: '2027-07-11', nightly_cents: 5 })],
  ])('undo is rejected with a message once its rate %s', async (_, act) => {
    const done = await put();
    await act((await storedRates())[0]?.id ?? '');
    const rates = await storedRates();
    expect(await send('POST', done.undo)).toMatchObject({
      status: 409,
      message:
        'The rates from July 5, 2027 to July 11, 2027 have changed since. Nothing was undone: please set the prices again.',
    });
    expect(await storedRates()).toEqual(rates);
  });

  test('a rate of other nights does not stand in the way of undo', async () => {
    const done = await put();
    await addRate({ first_night: '2027-07-12', nightly_cents: 5 });
    expect((await send('POST', done.undo)).status).toBe(200);
  });
});

test.each([
  [{ properties: [] }, 'properties'],
  [{ properties: ['sunset-villa'] }, 'properties'],
  [{ properties: undefined }, 'properties'],
  [{ first_night: '2027-7-5' }, 'first_night'],
  [{ last_night: '2027-07-04' }, 'last_night'],
  [{ last_night: '2029-09-09' }, 'last_night'],
  [{ nightly_cents: 0 }, 'nightly_cents'],
  [{ nightly_cents: 99.5 }, 'nightly_cents'],
  [{ nightly_cents: null }, 'nightly_cents'],
  [{ nightly_cents: '100' }, 'nightly_cents'],
  [{ nightly_cents: 10_000_001 }, 'nightly_cents'],
  [{ weekend_cents: 10_000_001 }, 'weekend_cents'],
  [{ weekend_cents: 1e12 }, 'weekend_cents'],
  [{ min_nights: 366 }, 'min_nights'],
  [{ arrival_days: ['caturday'] }, 'arrival_days'],
  [{ arrival_days: 'sat' }, 'arrival_days'],
  [{ price: 1 }, 'price'],
])('%j is rejected with a message, and nothing changes', async (wrong, field) => {
  const sent = change({ nightly_cents: 100, ...wrong });
  for (const [method, path] of [
    ['POST', '/api/admin/rates/preview'],
    ['PUT', '/api/admin/rates/range'],
  ] as const) {
    const answer = await send(method, path, sent);
    expect(answer).toMatchObject({ status: 400, fields: { [field]: expect.stringMatching(/\w+ .*\w/) } });
  }
  expect(await storedRates()).toEqual([]);
});

test('the same home twice, unknown homes and unknown changes are rejected', async () => {
  const id = crypto.randomUUID();
  expect((await put({ properties: [home.id, home.id.toUpperCase()], min_nights: 1 })).status).toBe(400);
  expect((await put({ properties: [home.id, id], min_nights: 1 })).status).toBe(404);
  expect((await send('POST', `/api/admin/rates/changes/${id}/undo`)).status).toBe(404);
  expect((await send('POST', '/api/admin/rates/changes/none/undo')).status).toBe(404);
});

test('the highest price that a change takes is one that the form of a rate saves again', async () => {
  await put({ nightly_cents: 10_000_000, weekend_cents: 10_000_000 });
  const [{ id, ...row } = { id: '' }] = await storedRates();
  expect(row).toMatchObject({ nightly_cents: 10_000_000, weekend_cents: 10_000_000 });
  const sent = { nightly_cents: 10_000_000, weekend_cents: 10_000_000, name: 'Golden' };
  expect(await send('PUT', `/api/tables/rates/${id}`, sent)).toMatchObject({ status: 200, name: 'Golden' });
});
