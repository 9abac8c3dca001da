import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const act = (code: string, path: string, json: object) =>
  host.request('POST', `/api/admin/bookings/${code}/${path}`, { json });
const giveBack = (code: string, amount: number) =>
  act(code, 'refund', { amount, reason: 'The pool was closed' });

test('an amount refunded by hosts is never charged or requested again', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
  expect((await giveBack(placed.code, 5_000)).status).toBe(200);
  await stays.run();
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000', 'refund 5000']);
  const trip = await stays.read(placed);
  expect(trip).toMatchObject({ paid: 55_000, due: 0 });
  expect(trip.can).not.toContain('pay');
  const { bookings } = await (await host.request('GET', `/api/admin/bookings?search=${placed.code}`)).json();
  expect(bookings).toEqual([expect.objectContaining({ paid: 55_000, open: 0 })]);
  const { balancesDue } = await (await host.request('GET', '/api/admin/today')).json();
  expect(balancesDue.map(({ code }: { code: string }) => code)).not.toContain(placed.code);
});

test('a refund of a deposit by hosts decreases the balance', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  await giveBack(placed.code, 5_000);
  expect(await stays.read(placed)).toMatchObject({ paid: 13_000, due: 42_000 });
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'refund 5000', 'charge 42000']);
});

test('a payment in excess goes back down to what is owed beside what hosts gave back', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  await giveBack(placed.code, 5_000);
  const { url } = await (await stays.act(placed, 'checkout')).json();
  // The guest pays a part of the balance in another way while its page is open.
  const { id } = await stays.stored(placed.code);
  const elsewhere = { kind: 'charge' as const, method: 'elsewhere' as const, stripe_id: null };
  await stays.db
    .insertInto('payments')
    .values({ booking_id: id, amount_cents: 10_000, ...elsewhere, created_at: stays.ctx.now() })
    .execute();
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual([
    'charge 18000',
    'refund 5000',
    'charge 10000',
    'charge 42000',
    'refund 10000',
  ]);
});

test('a refund on the provider’s own page is not owed again, until the bank returns it', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  const rows = stays.db.selectFrom('payments').innerJoin('bookings', 'bookings.id', 'booking_id');
  const charge = await rows.select('stripe_id').where('code', '=', placed.code).executeTakeFirstOrThrow();
  const made = await stays.stripe.refunds.create({
    payment_intent: String(charge.stripe_id),
    amount: 5_000,
  });
  const newest = async () => (await stays.events()).at(-1) as Stripe.Event;
  await stays.deliver(await newest());
  expect(await stays.read(placed)).toMatchObject({ paid: 13_000, due: 42_000 });
  await stays.provider('POST', `/stripe/test/refunds/${made.id}/fail`);
  await stays.deliver(await newest());
  expect(await stays.read(placed)).toMatchObject({ paid: 18_000, due: 42_000 });
});

test('a payment made elsewhere is refunded once for each key, and is not owed again', async () => {
  const { slug } = await stays.addProperty();
  const guest = { name: 'Bea Roe', email: 'bea@guests.example', phone: '+1 850 555 0111' };
  const payment = { kind: 'elsewhere', how: 'Check 1042', amount: 60_000 };
  const json = {
    property: slug,
    checkin: inDays(60),
    checkout: inDays(63),
    guests: 2,
    pets: 0,
    ...guest,
    payment,
  };
  const { code } = await (await host.request('POST', '/api/admin/bookings', { json })).json();
  const headers = { 'Idempotency-Key': newId() };
  for (let copy = 0; copy < 2; copy += 1) {
    const refund = { amount: 10_000, reason: 'A day of rain' };
    const response = await host.request('POST', `/api/admin/bookings/${code}/refund`, {
      json: refund,
      headers,
    });
    expect(response.status).toBe(200);
  }
  expect(await stays.ledger(code)).toEqual(['charge 60000', 'refund 10000']);
  const detail = await (await host.request('GET', `/api/admin/bookings/${code}`)).json();
  expect(detail).toMatchObject({ paid: 50_000, due: 0 });
  expect(detail.can).not.toContain('pay');
  const refunded = (await stays.queuedMail()).filter(
    ({ subject }) => subject.startsWith('Refunded: $100.00') && subject.includes(code),
  );
  expect(refunded.map(({ text }) => text.includes('in the way in which you paid'))).toEqual([true]);
});

test('a refund that is ordered while another one waits for the provider is made of what that leaves', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  await stays.faults({ apiStatus: 500 });
  expect((await giveBack(placed.code, 40_000)).status).toBe(200);
  expect((await giveBack(placed.code, 10_000)).status).toBe(200);
  await stays.faults({ apiStatus: null });
  const orders = stays.db.selectFrom('refund_orders').innerJoin('bookings', 'bookings.id', 'booking_id');
  const amounts = await orders
    .select('amount_cents')
    .where('code', '=', placed.code)
    .orderBy('amount_cents')
    .execute();
  expect(amounts.map(({ amount_cents }) => amount_cents)).toEqual([2_000, 8_000, 40_000]);
  await stays.run();
  expect((await stays.ledger(placed.code)).toSorted()).toEqual([
    'charge 18000',
    'charge 42000',
    'refund 2000',
    'refund 40000',
    'refund 8000',
  ]);
  expect(await stays.read(placed)).toMatchObject({ paid: 10_000, due: 0 });
});

test('a move to a stay that costs less than hosts gave back refunds what is left', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  await giveBack(placed.code, 45_000);
  const shorter = { checkin: inDays(60), checkout: inDays(61) };
  expect(await (await act(placed.code, 'move/preview', shorter)).json()).toMatchObject({
    due: 0,
    refund: 15_000,
  });
  expect((await act(placed.code, 'move', shorter)).status).toBe(200);
  expect(await stays.read(placed)).toMatchObject({ total: 20_000, paid: 0, due: 0 });
});

test('a move keeps what hosts gave back', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  await giveBack(placed.code, 5_000);
  const shorter = { checkin: inDays(60), checkout: inDays(62) };
  expect(await (await act(placed.code, 'move/preview', shorter)).json()).toMatchObject({
    paid: 55_000,
    due: 0,
    refund: 20_000,
  });
  const longer = { checkin: inDays(60), checkout: inDays(64) };
  expect((await act(placed.code, 'move', longer)).status).toBe(200);
  expect(await stays.read(placed)).toMatchObject({ total: 80_000, paid: 55_000, due: 20_000 });
});

test('a cancellation that would give back more than what is paid is rejected by its field, and the stay stands', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  const response = await act(placed.code, 'cancel', { refund: 60_001, reason: '' });
  expect([response.status, (await response.json()).fields]).toEqual([
    400,
    { refund: 'That is more than what is left' },
  ]);
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
});

test('the history names what hosts ordered before what came of it', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  await act(placed.code, 'refund', { amount: 5_000, reason: 'Cash', isPaidBack: true });
  const { history } = await (await host.request('GET', `/api/admin/bookings/${placed.code}`)).json();
  expect(history.slice(-2).map(({ event }: { event: string }) => event)).toEqual([
    'refund_ordered',
    'refunded',
  ]);
});
