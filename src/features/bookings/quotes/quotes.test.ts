import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { addBooking, addProperty } from '../../../../test/bookings.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { hashToken, newToken } from '../../auth/tokens.server.ts';
import type { Quote } from './contract.server.ts';

// Noon at the homes.
const now = new Date('2027-05-20T17:00:00Z');
let app: TestApp;
let home: { id: string; slug: string };
beforeAll(async () => {
  app = await testApp({ now: () => now });
});
beforeEach(async () => {
  home = await addProperty(app.platform.db, { nightly_cents: 17_000 });
});
afterAll(() => app.close());

const db = () => app.platform.db;
const wanted = (more: object = {}) => ({
  property: home.slug,
  checkin: '2027-07-05',
  checkout: '2027-07-10',
  guests: 2,
  pets: 0,
  ...more,
});
const quote = (more: object = {}, headers: Record<string, string> = {}) =>
  app.request('POST', '/api/quotes', { json: wanted(more), from: anyAddress(), headers });
const quoted = async (more: object = {}) => (await (await quote(more)).json()) as Quote;
const setHome = (columns: object) =>
  db().updateTable('properties').set(columns).where('id', '=', home.id).execute();
const addFee = (row: object) =>
  db()
    .insertInto('fees')
    .values({ property_id: home.id, label: 'Cleaning fee', kind: 'per_stay', amount_cents: 15_000, ...row })
    .execute();
const addPromo = (row: object) =>
  db()
    .insertInto('promo_codes')
    .values({ code: `C${newId().slice(-12)}`, percent: 10, ...row })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();

test('the worked example comes out as 1,131.20, with every tax by its jurisdiction, and is repeated as it was', async () => {
  await addFee({});
  const response = await quote();
  expect(response.status).toBe(201);
  expect(response.headers.get('Cache-Control')).toBe('private, no-store, no-transform');
  const made = (await response.json()) as Quote;
  expect(made).toMatchObject({
    property: home.slug,
    total: 113_120,
    perNight: 22_624,
    currency: 'usd',
    expiresAt: '2027-05-20T17:30:00.000Z',
    calendarsCheckedAt: now.toISOString(),
    plans: [{ kind: 'full', dueNow: 113_120, dueLater: [] }],
  });
  expect(made.nights).toHaveLength(5);
  expect(made.lines.map(({ kind, jurisdiction, amount }) => [kind, jurisdiction, amount])).toEqual([
    ['rent', undefined, 85_000],
    ['fee', undefined, 15_000],
    ['tax', 'City of Panama City Beach', 1_000],
    ['tax', 'State of Florida', 6_060],
    ['tax', 'Bay County surtax', 1_010],
    ['tax', 'Bay County Clerk', 5_050],
  ]);

  await setHome({ nightly_cents: 99_900 });
  const again = await app.request('GET', `/api/quotes/${made.id}`);
  expect(await again.json()).toEqual(made);
});

test('plans and the time line of cancellation come from the home', async () => {
  const steps = [
    { days_before: 7, refund_percent: 50 },
    { days_before: 14, refund_percent: 100 },
    { days_before: 100, refund_percent: 100 },
  ];
  const policy = { id: newId(), name: 'Fair', steps: JSON.stringify(steps), grace_hours: 24 };
  await db().insertInto('cancellation_policies').values(policy).execute();
  await setHome({ cancellation_policy_id: policy.id, deposit_percent: 25, balance_due_days: 20 });
  const { plans, cancellation, graceHours, total } = await quoted();
  const dueNow = Math.floor((total * 25 + 50) / 100);
  expect(plans[1]).toEqual({
    kind: 'deposit',
    dueNow,
    dueLater: [{ on: '2027-06-15', amount: total - dueNow }],
  });
  expect(cancellation).toEqual([
    { until: '2027-06-21T21:00:00.000Z', refundPercent: 100 },
    { until: '2027-06-28T21:00:00.000Z', refundPercent: 50 },
  ]);
  expect(graceHours).toBe(24);
});

test.each([
  ['dates_taken', 409, {}, { checkin: '2027-07-20', checkout: '2027-07-22' }],
  ['not_open', 409, { booking_mode: 'inquiry' }, {}],
  ['not_open', 409, { is_coming_soon: true }, {}],
  ['not_open', 409, { nightly_cents: 0 }, {}],
  ['too_short', 400, { min_nights: 6 }, {}],
  ['too_short', 400, {}, { checkout: '2027-07-05' }],
  ['too_long', 400, { max_nights: 4 }, {}],
  ['arrival_day', 400, { arrival_days: ['sat', 'sun'] }, {}],
  ['too_soon', 400, {}, { checkin: '2027-05-19', checkout: '2027-05-22' }],
  ['too_soon', 400, { lead_days: 3 }, { checkin: '2027-05-22', checkout: '2027-05-25' }],
  ['too_far', 400, { horizon_days: 49 }, {}],
  ['too_many_guests', 400, {}, { guests: 7 }],
  ['too_many_pets', 400, { max_pets: 0 }, { pets: 1 }],
  ['promo_unknown', 400, {}, { promoCode: 'NO-SUCH' }],
])(
  'a stay that is %s is rejected with %i and a sentence for the guest',
  async (reason, status, columns, more) => {
    await addBooking(db(), { property_id: home.id, checkin: '2027-07-20', checkout: '2027-07-23' });
    await setHome({ position: 50, ...columns });
    const response = await quote(more);
    expect(response.status).toBe(status);
    const body = await response.json();
    expect(body).toMatchObject({ reason, message: expect.stringMatching(/^[A-Z].{10,}\.$/) });
    expect(body.error).toBe(body.message);
  },
);

test('the edges are sold: today, the last night of the horizon, the shortest and the longest stay', async () => {
  await setHome({ horizon_days: 50, min_nights: 5, max_nights: 5 });
  expect((await quote()).status).toBe(201);
  expect((await quote({ checkin: '2027-05-20', checkout: '2027-05-25' })).status).toBe(201);
});

test('a rejected stay comes with a sentence that names it, and with the other homes that are free', async () => {
  await addBooking(db(), { property_id: home.id, checkin: '2027-07-08', checkout: '2027-07-12' });
  await setHome({ title: 'Quiet Dune' });
  const other = await addProperty(db(), { nightly_cents: 5_000 });
  const taken = await (await quote()).json();
  expect(taken.message).toBe('Quiet Dune is booked from July 8. July 3 to 8 is free, $961.53 in all.');
  expect(taken.otherProperties[0]).toMatchObject({ slug: other.slug, total: expect.any(Number) });
  expect(taken.otherProperties.map(({ slug }: { slug: string }) => slug)).not.toContain(home.slug);
  const short = await setHome({ min_nights: 7 }).then(() =>
    quote({ checkin: '2027-06-01', checkout: '2027-06-03' }),
  );
  expect((await short.json()).nearest[0]).toMatchObject({ checkin: '2027-06-01', checkout: '2027-06-08' });
});

test('taken dates come with the nearest free ones and their totals', async () => {
  await addBooking(db(), { property_id: home.id, checkin: '2027-07-05', checkout: '2027-07-06' });
  const { total } = await quoted({ checkin: '2027-07-06', checkout: '2027-07-11' });
  const { nearest } = await (await quote()).json();
  expect(nearest).toEqual([
    { checkin: '2027-07-06', checkout: '2027-07-11', total },
    { checkin: '2027-07-07', checkout: '2027-07-12', total },
    { checkin: '2027-07-08', checkout: '2027-07-13', total },
  ]);
});

test.each([
  ['another home', { property_id: 'other' }],
  ['an inactive code', { is_active: false }],
  ['a booking before its time', { book_from: '2027-05-21' }],
  ['a booking after its time', { book_until: '2027-05-19' }],
  ['nights before its nights', { stay_from: '2027-07-06' }],
  ['nights after its nights', { stay_until: '2027-07-08' }],
  ['fewer nights', { min_nights: 6 }],
  ['a code that is used up', { max_uses: 0 }],
])('a promotion code is not valid for %s', async (_, row: Record<string, unknown>) => {
  if (row.property_id) row.property_id = (await addProperty(db())).id;
  const { code } = await addPromo(row);
  expect(await (await quote({ promoCode: code })).json()).toMatchObject({ reason: 'promo_not_valid' });
});

test('a promotion code holds in any case up to its last day, and is used up by confirmed stays and live holds', async () => {
  const { id, code } = await addPromo({ book_until: '2027-05-20', stay_until: '2027-07-09', max_uses: 2 });
  const { lines } = await quoted({ promoCode: ` ${code.toLowerCase()} ` });
  expect(lines[1]).toEqual({ kind: 'promo', label: `Promotion code ${code}`, amount: -8_500 });
  const other = await addProperty(db());
  const use = (status: 'held' | 'confirmed' | 'expired', night: number) =>
    addBooking(db(), {
      property_id: other.id,
      promo_code_id: id,
      status,
      checkin: `2027-08-0${night}`,
      checkout: `2027-08-0${night + 1}`,
    });
  await use('held', 1);
  await use('expired', 2);
  expect((await quote({ promoCode: code })).status).toBe(201);
  await use('confirmed', 3);
  expect(await (await quote({ promoCode: code })).json()).toMatchObject({ reason: 'promo_not_valid' });
});

test('a quote looks past the hold of its own browser, and of no other', async () => {
  const token = newToken();
  const hold = {
    property_id: home.id,
    checkin: '2027-07-05',
    checkout: '2027-07-10',
    status: 'held' as const,
  };
  await addBooking(db(), { ...hold, browser_hash: hashToken(token) });
  expect((await quote()).status).toBe(409);
  expect((await quote({}, { Cookie: `booking=${newToken()}` })).status).toBe(409);
  expect((await quote({}, { Cookie: `booking=${token}` })).status).toBe(201);
});

test('a quote does not look past the paid stay of its own browser', async () => {
  const token = newToken();
  const stay = { property_id: home.id, checkin: '2027-07-05', checkout: '2027-07-10' };
  await addBooking(db(), { ...stay, status: 'confirmed', browser_hash: hashToken(token) });
  const refused = await quote({}, { Cookie: `booking=${token}` });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ reason: 'dates_taken' });
});

test('a promotion code’s last use counts no hold that the new stay of its browser would replace', async () => {
  const { id, code } = await addPromo({ max_uses: 1 });
  const token = newToken();
  const hold = { checkin: '2027-08-01', checkout: '2027-08-05', status: 'held' as const, promo_code_id: id };
  await addBooking(db(), { ...hold, property_id: home.id, browser_hash: hashToken(token) });
  const own = { Cookie: `booking=${token}` };
  expect((await quote({ promoCode: code }, own)).status).toBe(201);
  const other = await addProperty(db());
  for (const refused of [
    quote({ promoCode: code }),
    quote({ promoCode: code }, { Cookie: `booking=${newToken()}` }),
    quote({ promoCode: code, property: other.slug }, own),
  ])
    expect(await (await refused).json()).toMatchObject({ reason: 'promo_not_valid' });
});

test('calendarsCheckedAt is the oldest good reading of the active feeds, and null for one never read', async () => {
  const add = (row: object) =>
    db()
      .insertInto('calendar_feeds')
      .values({ property_id: home.id, channel: 'vrbo', url: 'https://feeds.example/1.ics', ...row })
      .execute();
  await add({ last_good_at: '2027-05-20T16:00:00Z' });
  await add({ last_good_at: '2027-05-20T15:00:00Z' });
  await add({ is_active: false });
  expect((await quoted()).calendarsCheckedAt).toBe('2027-05-20T15:00:00.000Z');
  await add({});
  expect((await quoted()).calendarsCheckedAt).toBe(null);
});

test.each([
  [{ checkin: '2027-02-30' }, 'checkin'],
  [{ checkin: '0001-01-01' }, 'checkin'],
  [{ checkout: 'tomorrow' }, 'checkout'],
  [{ checkout: '2027-07-04' }, 'checkout'],
  [{ checkout: '2020-07-04' }, 'checkout'],
  [{ guests: 0 }, 'guests'],
  [{ guests: '2' }, 'guests'],
  [{ guests: 1.5 }, 'guests'],
  [{ pets: -1 }, 'pets'],
  [{ property: '' }, 'property'],
  [{ promoCode: 7 }, 'promoCode'],
  [{ total: 1 }, 'total'],
])('T-11: a request with %j is rejected and names the field', async (more, field) => {
  const response = await quote(more);
  expect(response.status).toBe(400);
  expect(Object.keys((await response.json()).fields)).toEqual([field]);
});

test('a home that is unknown or not listed, and a quote that is none, are not found', async () => {
  expect((await quote({ property: 'no-such-home' })).status).toBe(404);
  await setHome({ is_listed: false });
  expect((await quote()).status).toBe(404);
  for (const id of ['x', newId()]) expect((await app.request('GET', `/api/quotes/${id}`)).status).toBe(404);
});

test('120 quotes in an hour for each client address', async () => {
  const from = anyAddress();
  const ask = () => app.request('POST', '/api/quotes', { json: wanted({ checkin: '2020-01-01' }), from });
  const statuses = await Promise.all(Array.from({ length: 121 }, ask));
  expect(statuses.filter(({ status }) => status === 400)).toHaveLength(120);
  const refused = statuses.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(3_000);
});
