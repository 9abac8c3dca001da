import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { addExtra } from '../../../../test/extras.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const policy = { id: newId(), name: 'Moderate', grace_hours: 0 };
const steps = JSON.stringify([
  { days_before: 30, refund_percent: 100 },
  { days_before: 14, refund_percent: 50 },
]);
await stays.db
  .insertInto('cancellation_policies')
  .values({ ...policy, steps })
  .execute();

/** $600.00 of rent, $150.00 for cleaning, 10 % tax: $825.00. */
async function home(more: Parameters<typeof stays.addProperty>[0] = {}) {
  const { id, slug } = await stays.addProperty({ cancellation_policy_id: policy.id, ...more });
  const fee = { property_id: id, label: 'Cleaning', kind: 'per_stay' as const, amount_cents: 15_000 };
  await stays.db.insertInto('fees').values(fee).execute();
  const tax = { property_id: id, label: 'Tax', jurisdiction: 'Bay County', percent: 10 };
  await stays.db.insertInto('taxes').values(tax).execute();
  return slug;
}
const figure = async ({ code, key }: Placed) => {
  const headers = { 'X-Booking-Key': key };
  return (await stays.request('GET', `/api/bookings/${code}/cancellation`, { headers })).json();
};
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const hosts = (code: string, action: string, json: object = {}) =>
  host.request('POST', `/api/admin/bookings/${code}/${action}`, { json });

test('a guest cancels with the refund that was shown, once, and the nights are free at once', async () => {
  const slug = await home();
  const placed = await stays.confirmed(slug, {}, 60);
  expect(await figure(placed)).toMatchObject({ refund: 82_500, percent: 100, paid: 82_500 });
  const changed = await stays.act(placed, 'cancel', { refund: 82_400 });
  expect([changed.status, await changed.json()]).toEqual([
    409,
    expect.objectContaining({ reason: 'price_changed', refund: 82_500 }),
  ]);
  for (const json of [{}, { refund: '82500' }, { refund: 82_500, all: true }])
    expect((await stays.act(placed, 'cancel', json)).status).toBe(400);
  const answers = await Promise.all([1, 2, 3].map(() => stays.act(placed, 'cancel', { refund: 82_500 })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await stays.read(placed)).toMatchObject({
    status: 'cancelled',
    refunds: [{ amount: 82_500, status: 'done' }],
    paid: 0,
    due: 0,
    can: [],
  });
  expect(await stays.ledger(placed.code)).toEqual(['charge 82500', 'refund 82500']);
  expect((await stays.subjects(placed.code, 'guest')).at(-1)).toContain('Cancelled: ');
  expect((await stays.subjects(placed.code, 'hosts')).at(-1)).toContain('Cancelled: ');
  expect((await stays.hold(slug)).status).toBe('held');
});

test('a hold is not cancelled, and its payment page stays open', async () => {
  const held = await stays.hold(await home(), {}, 60);
  expect((await stays.act(held, 'cancel', { refund: 0 })).status).toBe(409);
  expect((await hosts(held.code, 'cancel', { refund: 0, reason: 'x' })).status).toBe(409);
  const { url } = await (await stays.act(held, 'checkout')).json();
  expect(url).toBe(held.checkoutUrl);
});

test('a later cancellation refunds half of the rent, the whole cleaning and the taxes on both', async () => {
  const placed = await stays.confirmed(await home(), {}, 20);
  // (300.00 + 150.00) and 10 % of it.
  expect(await figure(placed)).toMatchObject({ refund: 49_500, percent: 50, taxes: 4_500 });
});

test.each([
  [20, policy.id, '50% of the rent goes back under the policy “Moderate” and the taxes on what goes back.'],
  [10, policy.id, 'It is too late for a refund of the rent under the policy “Moderate”.'],
  [60, null, 'The rent is not refunded.'],
])('a cancellation %i days ahead promises no fees where none were paid', async (days, policyId, why) => {
  const { slug } = await stays.addProperty({ cancellation_policy_id: policyId });
  expect(await figure(await stays.confirmed(slug, {}, days))).toMatchObject({ why, cleaningAndPets: 0 });
});

test('while the provider is down a cancelled stay is cancelled, and its refund follows once', async () => {
  const placed = await stays.confirmed(await home());
  await stays.faults({ apiStatus: 500 });
  const response = await stays.act(placed, 'cancel', { refund: 82_500 });
  expect(await response.json()).toMatchObject({
    status: 'cancelled',
    refunds: [{ amount: 82_500, status: 'pending' }],
  });
  await stays.run();
  await stays.faults({ apiStatus: null });
  await stays.run();
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 82500', 'refund 82500']);
});

test('a refund whose response was lost is not made twice', async () => {
  const placed = await stays.confirmed(await home());
  await stays.faults({ apiReset: true });
  await stays.act(placed, 'cancel', { refund: 82_500 });
  await stays.faults({ apiReset: false });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 82500', 'refund 82500']);
  const { data } = await stays.stripe.refunds.list({ limit: 100 });
  const { id } = await stays.stored(placed.code);
  expect(data.filter(({ metadata }) => metadata?.bookingId === id)).toHaveLength(1);
});

test('hosts refund any part of what is left, each request once, and guests may not', async () => {
  const placed = await stays.confirmed(await home());
  const { code } = placed;
  const json = { amount: 10_000, reason: 'The pool was cold' };
  const headers = { 'Idempotency-Key': newId() };
  for (let copy = 0; copy < 2; copy += 1) {
    const response = await host.request('POST', `/api/admin/bookings/${code}/refund`, { json, headers });
    expect(response.status).toBe(200);
  }
  expect(await stays.ledger(code)).toEqual(['charge 82500', 'refund 10000']);
  expect((await stays.subjects(code, 'guest')).at(-1)).toContain('Refunded: $100.00');
  expect((await hosts(code, 'refund', { amount: 72_501, reason: 'More' })).status).toBe(400);
  expect(await figure(placed)).toMatchObject({ refund: 72_500 });
  const cancelled = await hosts(code, 'cancel', { refund: 50_000, reason: 'A storm' });
  expect(await cancelled.json()).toMatchObject({ status: 'cancelled', paid: 22_500 });
  const guest = await signedInBrowser(stays, 'other@guests.example', cookieBrowser(stays));
  const bodies = { approve: {}, decline: {}, cancel: { refund: 1 }, refund: { amount: 1 } };
  for (const [action, json] of Object.entries(bodies)) {
    const response = await guest.request('POST', `/api/admin/bookings/${code}/${action}`, { json });
    expect(response.status, action).toBe(403);
  }
});

test('a request is approved into a hold with a payment link, declined with a reason, or lapses after its day', async () => {
  const slug = await home({ booking_mode: 'request' });
  const [first, second, third] = [
    await stays.hold(slug),
    await stays.hold(slug, {}, 70),
    await stays.hold(slug, {}, 80),
  ];
  expect(first).toMatchObject({ status: 'requested', checkoutUrl: null });
  expect((await stays.subjects(first.code, 'hosts'))[0]).toContain('Request to approve');
  expect((await stays.act(first, 'checkout')).status).toBe(409);
  expect(await (await hosts(first.code, 'approve')).json()).toMatchObject({ status: 'held' });
  expect((await hosts(first.code, 'approve')).status).toBe(409);
  const { url } = await (await stays.act(first, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.run();
  expect((await stays.stored(first.code)).status).toBe('confirmed');
  expect(await (await hosts(second.code, 'decline', { reason: 'Painters' })).json()).toMatchObject({
    status: 'declined',
    history: [{ event: 'requested' }, { event: 'declined', actor: 'host@example.com' }],
  });
  await stays.set(third.code, { hold_expires_at: new Date(Date.now() - 1000) });
  await stays.run();
  expect((await stays.stored(third.code)).status).toBe('expired');
  const lists = await host.request('GET', '/api/admin/bookings?status=declined');
  expect((await lists.json()).bookings.map(({ code }: Placed) => code)).toEqual([second.code]);
  expect((await host.request('GET', '/api/admin/bookings?status=lost')).status).toBe(400);
  expect((await host.request('GET', '/api/admin/bookings?state=held')).status).toBe(400);
  expect((await stays.request('GET', '/api/admin/bookings')).status).toBe(401);
});

test('a refund made at the provider’s own page reaches the ledger by its event', async () => {
  const placed = await stays.confirmed(await home(), {}, 30);
  const { stripe_id } = await stays.db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('stripe_id')
    .where('code', '=', placed.code)
    .executeTakeFirstOrThrow();
  await stays.stripe.refunds.create({ payment_intent: stripe_id ?? '', amount: 2_500 });
  const events = (await stays.events()).filter(({ type }) => type.includes('refund')).slice(-3);
  for (const event of [...events, ...events]) expect((await stays.deliver(event)).status).toBe(200);
  expect(await stays.ledger(placed.code)).toEqual(['charge 82500', 'refund 2500']);
});

test('a payment made elsewhere is recorded as refunded when the stay is cancelled', async () => {
  const placed = await stays.hold(await home(), {}, 30);
  const { id } = await stays.stored(placed.code);
  await stays.set(placed.code, { status: 'confirmed', confirmed_at: new Date() });
  const cash = {
    booking_id: id,
    kind: 'charge' as const,
    amount_cents: 82_500,
    method: 'elsewhere' as const,
  };
  await stays.db.insertInto('payments').values(cash).execute();
  const response = await hosts(placed.code, 'cancel', { refund: 30_000, reason: '' });
  expect(await response.json()).toMatchObject({ status: 'cancelled', paid: 52_500 });
  expect((await hosts(placed.code, 'refund', { amount: 52_501, reason: 'More' })).status).toBe(400);
});

test('hosts cancel a stay until its check-out day; one that is over they refund instead', async () => {
  const placed = await stays.confirmed(await home());
  await stays.set(placed.code, { checkin: inDays(-4), checkout: inDays(-1) });
  const refused = await hosts(placed.code, 'cancel', { refund: 0, reason: '' });
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    'This stay is over, so it is not cancelled. You can refund any part of what was paid.',
  ]);
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
  expect((await hosts(placed.code, 'refund', { amount: 5_000, reason: 'Noise' })).status).toBe(200);
  await stays.set(placed.code, { checkin: inDays(-3), checkout: inDays(0) });
  expect((await hosts(placed.code, 'cancel', { refund: 0, reason: 'A storm' })).status).toBe(200);
});

test('what still waits to be mailed of a stay is deleted when it is cancelled; what was rejected, and other mail, stays', async () => {
  const placed = await stays.confirmed(await home(), {}, 80);
  const other = await stays.confirmed(await home(), { email: 'other@guests.example' }, 80);
  expect((await hosts(placed.code, 'refund', { amount: 100, reason: 'Noise' })).status).toBe(200);
  const { id } = await stays.stored(placed.code);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts
    where key = ${`mail:booking-hold-${id}`}`.execute(stays.db);
  const { refund } = await figure(placed);
  expect((await stays.act(placed, 'cancel', { refund })).status).toBe(200);
  const subjects = (await stays.subjects(placed.code, 'guest')).map((subject) => subject.split(':')[0]);
  expect(subjects).toEqual(['Your nights are held', 'Refunded', 'Cancelled']);
  expect(await stays.subjects(other.code, 'guest')).toEqual([
    expect.stringMatching(/^Your nights are held: /),
    expect.stringMatching(/^Confirmed: /),
  ]);
});

/** Stays whose guest was mailed a request for money that was not delivered yet. */
const requests: [string, () => Promise<Placed>][] = [
  [
    'Please pay $10.00 for Firewood',
    async () => {
      const placed = await stays.confirmed(await home(), {}, 80);
      await charge(placed, 'link');
      return placed;
    },
  ],
  [
    'Your card could not be charged: please pay $10.00',
    async () => {
      const agreed = { houseRules: true, cancellation: true, laterCharges: true };
      const { id } = await stays.quote(await home(), 80);
      const placed = await (await stays.book(id, { agreed })).json();
      await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete', { card: '4000000000000341' });
      await stays.readConfirmed(placed);
      await charge(placed, 'card');
      return placed;
    },
  ],
  [
    'Please pay $577.50 for your stay',
    async () => {
      const slug = await home({ deposit_percent: 30, balance_due_days: 30 });
      const placed = await stays.confirmed(slug, { plan: 'deposit' }, 80);
      await stays.set(placed.code, { stripe_payment_method_id: null, balance_due_on: inDays(-1) });
      await stays.run();
      return placed;
    },
  ],
  [
    'Approved: Crib',
    async () => {
      const slug = await home();
      const more = { label: 'Crib', kind: 'per_stay', amount_cents: 1_000, offered: 'trip' } as const;
      const id = await addExtra(stays.db, { ...more, needs_approval: true });
      const placed = await stays.confirmed(slug, {}, 80);
      const headers = { 'X-Booking-Key': placed.key, 'Idempotency-Key': newId() };
      const json = { id, quantity: 1, total: 1_100 };
      await stays.request('POST', `/api/bookings/${placed.code}/extras`, { json, headers });
      const [added] = (await stays.read(placed)).extras;
      await hosts(placed.code, `extras/${added.id}/approve`);
      return placed;
    },
  ],
];

const charge = ({ code }: Placed, collect: string) =>
  host.request('POST', `/api/admin/bookings/${code}/charges`, {
    json: { label: 'Firewood', amount: 1_000, isTaxed: false, reason: 'As agreed', collect },
    headers: { 'Idempotency-Key': newId() },
  });

test.each(requests)('a guest who has cancelled does not get “%s” any more', async (subject, request) => {
  const placed = await request();
  const waiting = async () =>
    (await stays.subjects(placed.code, 'guest')).filter((one) => one.startsWith(subject));
  expect(await waiting()).toHaveLength(1);
  const { refund } = await figure(placed);
  expect((await stays.act(placed, 'cancel', { refund })).status).toBe(200);
  expect(await waiting()).toEqual([]);
});

test('the receipt of a charge that was paid elsewhere is delivered after a cancellation, too', async () => {
  const placed = await stays.confirmed(await home(), {}, 80);
  const json = {
    label: 'Firewood',
    amount: 1_000,
    isTaxed: false,
    reason: 'As agreed',
    collect: 'elsewhere',
    how: 'Cash',
  };
  const headers = { 'Idempotency-Key': newId() };
  await host.request('POST', `/api/admin/bookings/${placed.code}/charges`, { json, headers });
  const { refund } = await figure(placed);
  expect((await stays.act(placed, 'cancel', { refund })).status).toBe(200);
  expect(await stays.subjects(placed.code, 'guest')).toContainEqual(
    expect.stringMatching(/^Paid: \$10\.00 for Firewood/),
  );
});
