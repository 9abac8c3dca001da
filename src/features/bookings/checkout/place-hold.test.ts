import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { addBooking, addProperty } from '../../../../test/bookings.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { StripeCallError } from '../../../platform/stripe-call.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { hashToken } from '../../auth/tokens.server.ts';
import type { Quote } from '../quotes/contract.server.ts';
import { bookingKey } from '../record/booking-key.server.ts';

const noon = new Date('2027-05-20T17:00:00Z');
let now = noon;
let app: TestApp;
let home: { id: string; slug: string };
beforeAll(async () => {
  app = await testApp({ now: () => now, stripe: noProvider });
});
beforeEach(async () => {
  now = noon;
  home = await addProperty(app.platform.db, { house_rules: 'No smoking\nNo parties' });
});
afterAll(() => app.close());

const db = () => app.platform.db;
/** Holds do not depend on the card provider; `payments` has the tests with it. */
const noProvider = () => Promise.reject(new StripeCallError('unavailable', 'down'));

let guests = 0;
const guest = () => {
  guests += 1;
  return { name: 'Ann Lee', email: `Ann-${guests}@Guests.example`, phone: '+1 850 555 0100' };
};
const agreed = { houseRules: true, cancellation: true };

async function quote(more: object = {}): Promise<Quote> {
  const stay = { property: home.slug, checkin: '2027-07-05', checkout: '2027-07-08', guests: 2, pets: 0 };
  const response = await app.request('POST', '/api/quotes', {
    json: { ...stay, ...more },
    from: anyAddress(),
  });
  return (await response.json()) as Quote;
}
interface Sent {
  json?: object;
  key?: string;
  from?: string;
  cookie?: string;
}
const book = (quoteId: string, { json, key = newId(), from = anyAddress(), cookie }: Sent = {}) =>
  app.request('POST', '/api/bookings', {
    json: { quoteId, ...guest(), plan: 'full', agreed, ...json },
    headers: { 'Idempotency-Key': key, ...(cookie ? { Cookie: cookie } : {}) },
    from,
  });
const cookieOf = (response: Response) => response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
const stored = (code: string) =>
  db().selectFrom('bookings').selectAll().where('code', '=', code).executeTakeFirstOrThrow();

test('a booking that began at the link of an agent is counted as such, any other as the site’s', async () => {
  for (const [json, source] of [
    [{ source: 'agent' }, 'agent'],
    [{}, 'site'],
  ] as const) {
    const { id } = await quote();
    const placed = await (await book(id, { json, from: anyAddress() })).json();
    expect((await stored(placed.code)).source).toBe(source);
    await db().updateTable('bookings').set({ status: 'released' }).where('code', '=', placed.code).execute();
  }
});

test('a hold takes the nights for 36 minutes and keeps word for word what the guest agreed to', async () => {
  const { id, total } = await quote({ pets: 1 });
  const response = await book(id, { json: { note: 'We come late', email: ' Ann@Guests.example ' } });
  expect(response.status).toBe(201);
  expect(response.headers.get('Cache-Control')).toBe('private, no-store, no-transform');
  expect(response.headers.get('Set-Cookie')).toMatch(/^booking=[\w-]{43}; .*HttpOnly; SameSite=Lax/);
  const placed = await response.json();
  expect(placed).toEqual({
    code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
    key: expect.stringMatching(/^[\w-]{43}$/),
    status: 'held',
    holdExpiresAt: '2027-05-20T17:36:00.000Z',
    checkoutUrl: null,
  });
  const row = await stored(placed.code);
  expect(row).toMatchObject({
    email: 'ann@guests.example',
    note: 'We come late',
    pets: 1,
    total_cents: total,
    due_now_cents: total,
    agreed: { houseRules: 'No smoking\nNo parties', cancellation: { steps: [] } },
  });
  expect(placed.key).toBe(bookingKey(app.ctx, row.id));
  expect(row.key_hash.equals(hashToken(placed.key))).toBe(true);
  expect(JSON.stringify(row)).not.toContain(placed.key);
  const events = await db()
    .selectFrom('booking_events')
    .selectAll()
    .where('booking_id', '=', row.id)
    .orderBy('id')
    .execute();
  expect(events.map(({ event, actor }) => [event, actor])).toEqual([
    ['held', 'guest'],
    ['mail_queued', 'system'],
  ]);
});

test('T-01: exactly one of 64 guests who concurrently book the same nights gets them, the others are rejected with the nearest dates', async () => {
  for (let round = 0; round < 5; round += 1) {
    const stay = { checkin: `2027-08-1${round}`, checkout: `2027-08-1${round + 1}` };
    const quotes = await Promise.all(Array.from({ length: 64 }, () => quote(stay)));
    const responses = await Promise.all(quotes.map(({ id }) => book(id)));
    const byStatus = Object.groupBy(responses, ({ status }) => status);
    const counts = Object.entries(byStatus).map(([status, group = []]) => [Number(status), group.length]);
    const odd = responses.find(({ status }) => status !== 201 && status !== 409);
    expect(counts, await odd?.text()).toEqual([
      [201, 1],
      [409, 63],
    ]);
    const loser = await byStatus[409]?.[0]?.json();
    expect(loser).toMatchObject({
      reason: 'dates_taken',
      nearest: [{ checkin: expect.any(String) }, {}, {}],
    });
  }
});

test('the same Idempotency-Key gives the same booking, also at the same time, and is rejected for another quote', async () => {
  const { id } = await quote();
  const sent = { key: newId(), from: anyAddress(), json: guest() };
  const answers = await Promise.all([1, 2, 3, 4].map(async () => (await book(id, sent)).json()));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0].status).toBe('held');
  now = new Date(noon.getTime() + 3_600_000);
  expect(await (await book(id, sent)).json()).toEqual(answers[0]);
  const other = await quote({ checkin: '2027-07-20', checkout: '2027-07-22' });
  const refused = await book(other.id, sent);
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    expect.stringContaining('another booking'),
  ]);
  expect((await book(other.id, { ...sent, from: anyAddress() })).status).toBe(201);
});

test('a home that the hosts approve is requested for 24 hours', async () => {
  const { id } = await quote();
  await db().updateTable('properties').set({ booking_mode: 'request' }).where('id', '=', home.id).execute();
  expect(await (await book(id)).json()).toMatchObject({
    status: 'requested',
    holdExpiresAt: '2027-05-21T17:00:00.000Z',
  });
  expect((await book((await quote({ checkin: '2027-07-08', checkout: '2027-07-09' })).id)).status).toBe(201);
});

test('a quote is booked at its price for half an hour, even if the home’s price has changed', async () => {
  const { id, total } = await quote();
  const late = await quote({ checkin: '2027-09-01', checkout: '2027-09-03' });
  await db().updateTable('properties').set({ nightly_cents: 99_900 }).where('id', '=', home.id).execute();
  now = new Date('2027-05-20T17:29:59Z');
  const { code } = await (await book(id)).json();
  expect((await stored(code)).total_cents).toBe(total);
  now = new Date('2027-05-20T17:30:00Z');
  const expired = await book(late.id);
  expect([expired.status, (await expired.json()).reason]).toEqual([409, 'quote_expired']);
});

test('nights that hosts close, or a home that they close, after the quote are not sold', async () => {
  const { id } = await quote();
  const block = { property_id: home.id, first_night: '2027-07-07', last_night: '2027-07-07' };
  await db().insertInto('blocks').values(block).execute();
  expect(await (await book(id)).json()).toMatchObject({ code: 'conflict', reason: 'dates_taken' });
  await db().updateTable('properties').set({ is_coming_soon: true }).where('id', '=', home.id).execute();
  expect(await (await book(id)).json()).toMatchObject({ code: 'conflict', reason: 'not_open' });
  await db().updateTable('properties').set({ is_listed: false }).where('id', '=', home.id).execute();
  expect((await book(id)).status).toBe(404);
});

test('a deposit is held with its balance, and rejected where it is not offered', async () => {
  const terms = { deposit_percent: 25, balance_due_days: 20 };
  await db().updateTable('properties').set(terms).where('id', '=', home.id).execute();
  const made = await quote();
  const { code } = await (await book(made.id, { json: { plan: 'deposit' } })).json();
  expect(await stored(code)).toMatchObject({
    plan: 'deposit',
    due_now_cents: made.plans[1]?.dueNow,
    balance_due_on: '2027-06-15',
  });
  const soon = await quote({ checkin: '2027-06-01', checkout: '2027-06-03' });
  const refused = await book(soon.id, { json: { plan: 'deposit' } });
  expect([refused.status, (await refused.json()).fields]).toEqual([
    400,
    { plan: 'This stay is paid all at once' },
  ]);
});

test('a browser has one live hold on a home: a new one releases the older, unless its nights are taken', async () => {
  const first = await book((await quote()).id);
  const cookie = cookieOf(first);
  const { code } = await first.json();
  await addBooking(db(), { property_id: home.id, checkin: '2027-07-20', checkout: '2027-07-21' });
  const gone = await quote({ checkin: '2027-07-21', checkout: '2027-07-22' });
  await addBooking(db(), { property_id: home.id, checkin: '2027-07-21', checkout: '2027-07-22' });
  expect((await book(gone.id, { cookie })).status).toBe(409);
  expect((await stored(code)).status).toBe('held');

  const stay = { property: home.slug, checkin: '2027-07-06', checkout: '2027-07-09', guests: 2, pets: 0 };
  const overlapping = await app.request('POST', '/api/quotes', { json: stay, headers: { Cookie: cookie } });
  const second = await book((await overlapping.json()).id, { cookie });
  expect(second.status).toBe(201);
  expect(cookieOf(second)).toBe(cookie);
  expect((await stored(code)).status).toBe('released');
});

test('6 live holds for each client address and 3 for each e-mail address; those that ended do not count', async () => {
  const { db: database } = app.platform;
  const hold = async (sent: Sent) => {
    const { slug } = await addProperty(database);
    return book((await quote({ property: slug })).id, sent);
  };
  const from = anyAddress();
  for (let count = 0; count < 6; count += 1) expect((await hold({ from })).status).toBe(201);
  const refused = await hold({ from });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toBe(String(36 * 60));

  const json = { email: 'often@guests.example' };
  for (let count = 0; count < 3; count += 1) expect((await hold({ json })).status).toBe(201);
  expect((await hold({ json })).status).toBe(429);
  now = new Date(noon.getTime() + 36 * 60_000);
  expect((await hold({ json })).status).toBe(201);
  expect((await hold({ from })).status).toBe(201);
});

test('requests of one e-mail address, and of one client address, are limited apart from holds', async () => {
  const homes = await Promise.all(
    Array.from({ length: 8 }, () => addProperty(db(), { booking_mode: 'request' })),
  );
  const request = async (index: number, more: object) =>
    book((await quote({ property: homes[index]?.slug })).id, more);
  const json = { email: `asks-${newId().slice(-8)}@guests.example` };
  for (let index = 0; index < 3; index += 1) expect((await request(index, { json })).status).toBe(201);
  const refused = await request(3, { json });
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '86400']);
  expect((await refused.json()).message).toBe(
    'You have asked for several stays already. Please wait for the hosts’ answer, or call us.',
  );
  expect((await book((await quote()).id, { json })).status).toBe(201);
  now = new Date(noon.getTime() + 24 * 3_600_000);
  const from = anyAddress();
  for (let index = 0; index < 3; index += 1) {
    const other = await addProperty(db(), { booking_mode: 'request' });
    expect((await book((await quote({ property: other.slug })).id, { from })).status).toBe(201);
  }
  for (let index = 4; index < 7; index += 1) expect((await request(index, { from })).status).toBe(201);
  expect((await request(7, { from })).status).toBe(429);
});

test('the last use of a promotion code is given away once', async () => {
  const code = `ONE-${newId().slice(-8)}`;
  await db().insertInto('promo_codes').values({ code, percent: 10, max_uses: 1 }).execute();
  const homes = await Promise.all(Array.from({ length: 6 }, () => addProperty(db())));
  const quotes = await Promise.all(homes.map(({ slug }) => quote({ property: slug, promoCode: code })));
  const responses = await Promise.all(quotes.map(({ id }) => book(id)));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = responses.find(({ status }) => status === 400);
  expect(await refused?.json()).toMatchObject({ reason: 'promo_not_valid' });
});

test.each([
  [{ name: 'A' }, 'name'],
  [{ name: 'Ann \u0000 Lee' }, 'name'],
  [{ note: 'half \ud83d' }, 'note'],
  [{ email: 'ann@@guests.example' }, 'email'],
  [{ phone: 'none' }, 'phone'],
  [{ plan: 'later' }, 'plan'],
  [{ agreed: { houseRules: true } }, 'agreed'],
  [{ agreed: { houseRules: 'true', cancellation: true } }, 'agreed'],
  [{ agreed: { ...agreed, marketing: true } }, 'agreed'],
  [{ note: 7 }, 'note'],
  [{ note: 'x'.repeat(2_001) }, 'note'],
  [{ total: 1 }, 'total'],
])('T-11: a booking with %j is rejected and names the field', async (json, field) => {
  const response = await book(newId(), { json });
  expect(response.status).toBe(400);
  expect(Object.keys((await response.json()).fields)).toEqual([field]);
});

test('a booking needs a quote that exists and an Idempotency-Key', async () => {
  expect((await book(newId())).status).toBe(404);
  expect((await book('x')).status).toBe(404);
  const json = { quoteId: (await quote()).id, ...guest(), plan: 'full', agreed };
  const response = await app.request('POST', '/api/bookings', { json });
  expect([response.status, Object.keys((await response.json()).fields)]).toEqual([400, ['Idempotency-Key']]);
});
