import { beforeEach, expect, test, vi } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { settleAttempt } from '../payments/settle-booking.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const home = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
await db
  .insertInto('taxes')
  .values({ property_id: home.id, label: 'State', jurisdiction: 'Florida', percent: 10, step: 1 } as never)
  .execute();
const { slug } = home;
const bookedTotal = 66_000;
// Every test books the same nights.
beforeEach(async () => {
  await db.updateTable('bookings').set({ status: 'cancelled' }).where('status', '<>', 'cancelled').execute();
});

const consent = { agreed: { houseRules: true, cancellation: true, laterCharges: true } };
const heat = { label: 'Heat the pool', amount: 2_500, isTaxed: true, reason: 'As you asked us to' };

const body = async (response: Promise<Response>) => {
  const { status } = await response;
  return { status, ...(await (await response).json()) };
};
// A charge has a status of its own, which stands in place of 201.
const charge = (code: string, json: object = {}, key = newId()) =>
  body(
    host.request('POST', `/api/admin/bookings/${code}/charges`, {
      json: { ...heat, collect: 'link', ...json },
      headers: { 'Idempotency-Key': key },
    }),
  );
const preview = (code: string, json: object) =>
  body(host.request('POST', `/api/admin/bookings/${code}/charges/preview`, { json }));
const voidCharge = (code: string, id: string) =>
  body(host.request('DELETE', `/api/admin/bookings/${code}/charges/${id}`));
const detail = async (code: string) => (await host.request('GET', `/api/admin/bookings/${code}`)).json();
const sum = (lines: { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0);
const mailsOf = (placed: Pick<Placed, 'code'>) => stays.subjects(placed.code, 'guest');
const pay = async (url: string) => {
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.run();
};

test('a charge by link is a line of the bill, previewed, mailed and paid on a page of its own', async () => {
  const placed = await stays.confirmed(slug);
  expect(await preview(placed.code, { amount: 2_500, isTaxed: true })).toEqual({
    status: 200,
    from: bookedTotal,
    to: bookedTotal + 2_750,
    amount: 2_500,
    taxes: 250,
    due: 2_750,
  });
  const made = await charge(placed.code);
  expect(made).toEqual({
    id: expect.any(String),
    status: 'open',
    due: 2_750,
    checkoutUrl: expect.stringContaining('/pay/'),
  });
  const { quote, total, due, extras, history } = await detail(placed.code);
  expect([total, due, sum(quote.lines)]).toEqual([bookedTotal + 2_750, 2_750, total]);
  expect(quote.lines.map(({ kind }: { kind: string }) => kind)).toEqual(['rent', 'extra', 'tax']);
  expect(extras).toMatchObject([
    { id: made.id, label: 'Heat the pool', amount: 2_500, taxes: 250, total: 2_750, status: 'open' },
  ]);
  expect(history.at(-1)).toMatchObject({
    event: 'charged',
    actor: 'host@example.com',
    details: { amount: 2_500, taxes: 250, collect: 'link' },
  });
  expect(await mailsOf(placed)).toContainEqual(
    expect.stringMatching(/^Please pay \$27\.50 for Heat the pool/),
  );
  await pay(made.checkoutUrl);
  expect(await detail(placed.code)).toMatchObject({ due: 0, extras: [{ status: 'paid' }] });
  expect(await stays.ledger(placed.code)).toEqual([`charge ${bookedTotal}`, 'charge 2750']);
  expect(await mailsOf(placed)).toContainEqual(expect.stringMatching(/^Paid: \$27\.50 for Heat the pool/));
});

test('a charge without taxes adds only its amount', async () => {
  const placed = await stays.confirmed(slug);
  expect(await charge(placed.code, { isTaxed: false })).toMatchObject({ due: 2_500 });
  expect((await detail(placed.code)).total).toBe(bookedTotal + 2_500);
});

test('a charge by link is due at once and separately: the date of the balance does not change', async () => {
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  const { due: balance, dueOn } = await stays.read(placed);
  const { checkoutUrl } = await charge(placed.code);
  expect(await stays.read(placed)).toMatchObject({ due: balance + 2_750, dueOn, payNow: 2_750 });
  const { url } = await (await stays.act(placed, 'checkout')).json();
  expect(url).toBe(checkoutUrl);
  expect((await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(url))).amount_total).toBe(2_750);
  await pay(url);
  const paid = await stays.read(placed);
  expect(paid).toMatchObject({ due: balance, dueOn, payNow: balance, extras: [{ status: 'paid' }] });
});

test('the balance is charged to its card on its day without a charge that waits for its link', async () => {
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  const { due: balance } = await stays.read(placed);
  await charge(placed.code);
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  await stays.run();
  expect((await stays.ledger(placed.code)).at(-1)).toBe(`charge ${balance}`);
  expect(await stays.read(placed)).toMatchObject({ due: 2_750, payNow: 2_750, extras: [{ status: 'open' }] });
});

test('a charge by card is made at once, with the row as its idempotency key, and mailed', async () => {
  const placed = await stays.confirmed(slug, consent);
  const made = await charge(placed.code, { collect: 'card' });
  expect(made).toEqual({ id: expect.any(String), status: 'paid', due: 0 });
  expect(await stays.ledger(placed.code)).toEqual([`charge ${bookedTotal}`, 'charge 2750']);
  const { data } = await stays.stripe.paymentIntents.list({ limit: 100 });
  const intents = data.filter(({ metadata }) => metadata.attemptId === made.id);
  expect(intents).toMatchObject([{ amount: 2_750, description: expect.stringContaining('Heat the pool') }]);
  expect(await mailsOf(placed)).toContainEqual(expect.stringMatching(/^Charged: \$27\.50 for Heat the pool/));
});

test('a declined card leaves the charge open: its guest has a link, the hosts are notified, and nothing is tried again', async () => {
  const { id: quoteId } = await stays.quote(slug);
  const placed = await (await stays.book(quoteId, consent)).json();
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete', { card: '4000000000000341' });
  await stays.readConfirmed(placed);
  const made = await charge(placed.code, { collect: 'card' });
  expect(made).toMatchObject({ due: 2_750, status: 'open' });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual([`charge ${bookedTotal}`]);
  expect(await mailsOf(placed)).toContainEqual(
    expect.stringMatching(/^Your card could not be charged: please pay/),
  );
  expect(await stays.subjects(placed.code, 'hosts')).toContainEqual(expect.stringMatching(/^Charge refused/));
  expect((await stays.stored(placed.code)).balance_declines).toBe(0);
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await pay(url);
  expect(await detail(placed.code)).toMatchObject({ due: 0, extras: [{ status: 'paid' }] });
});

test('a charge is owed in full although the hosts refunded more than the stay costs since it was moved', async () => {
  const placed = await stays.confirmed(slug);
  const path = `/api/admin/bookings/${placed.code}`;
  const refund = { amount: 60_000, reason: 'Rain' };
  const headers = { 'Idempotency-Key': newId() };
  expect((await host.request('POST', `${path}/refund`, { json: refund, headers })).status).toBe(200);
  const moved = { property: slug, checkin: inDays(60), checkout: inDays(61), keepPrice: false };
  expect((await host.request('POST', `${path}/move`, { json: moved })).status).toBe(200);
  expect(await detail(placed.code)).toMatchObject({ total: 22_000, due: 0 });

  const { due, checkoutUrl } = await charge(placed.code);
  expect(due).toBe(2_750);
  expect(await detail(placed.code)).toMatchObject({ total: 24_750, due: 2_750 });
  await pay(checkoutUrl);
  const cash = await charge(placed.code, { collect: 'elsewhere', how: 'In cash' });
  expect(cash).toMatchObject({ status: 'paid' });
  expect(await detail(placed.code)).toMatchObject({
    due: 0,
    paid: 5_500,
    extras: [{ status: 'paid' }, { status: 'paid' }],
  });
});

test('what was paid elsewhere is a row of the ledger with its words, and the receipt is mailed', async () => {
  const placed = await stays.confirmed(slug);
  const key = newId();
  const made = await charge(placed.code, { collect: 'elsewhere', how: 'In cash' }, key);
  expect(made).toEqual({ id: expect.any(String), status: 'paid', due: 0 });
  expect(await charge(placed.code, { collect: 'elsewhere', how: 'In cash' }, key)).toEqual(made);
  const other = await charge(placed.code, { collect: 'elsewhere', how: 'By check' }, key);
  expect(other).toMatchObject({ status: 409, message: expect.stringContaining('same Idempotency-Key') });
  const { payments, due } = await detail(placed.code);
  expect(due).toBe(0);
  expect(payments.at(-1)).toMatchObject({ amount: 2_750, method: 'elsewhere', reason: 'In cash' });
  expect(await mailsOf(placed)).toContainEqual(expect.stringMatching(/^Paid: \$27\.50 for Heat the pool/));
});

test.each([
  [{ label: 'A' }, 'label'],
  [{ label: 'A'.repeat(81) }, 'label'],
  [{ reason: ' ' }, 'reason'],
  [{ reason: 'a'.repeat(301) }, 'reason'],
  [{ amount: 0 }, 'amount'],
  [{ amount: -100 }, 'amount'],
  [{ amount: 99.5 }, 'amount'],
  [{ amount: '2500' }, 'amount'],
  [{ isTaxed: 'yes' }, 'isTaxed'],
  [{ collect: 'cash' }, 'collect'],
  [{ collect: 'elsewhere' }, 'how'],
  [{ how: 'In cash' }, 'how'],
])('a charge with %o names the field %s', async (json, field) => {
  const { status, fields } = await charge('ZZZZZZZZ', json);
  expect([status, Object.keys(fields)]).toEqual([400, [field]]);
});

test('a key is required, and an unknown booking is not found', async () => {
  const placed = await stays.confirmed(slug);
  const json = { ...heat, collect: 'link' };
  const without = await body(host.request('POST', `/api/admin/bookings/${placed.code}/charges`, { json }));
  expect([without.status, without.fields]).toEqual([400, { 'Idempotency-Key': 'Is required' }]);
  expect(await charge('ZZZZZZZZ')).toMatchObject({ status: 404 });
  const guest = await stays.request('POST', `/api/admin/bookings/${placed.code}/charges`, { json });
  expect(guest.status).toBe(401);
});

test('a charge is at most the total before it, without its taxes, and never more than $2,000', async () => {
  const placed = await stays.confirmed(slug);
  const tooHigh = { status: 400, reason: 'charge_too_high', fields: { amount: expect.any(String) } };
  expect(await charge(placed.code, { amount: bookedTotal + 1 })).toMatchObject(tooHigh);
  expect(await preview(placed.code, { amount: bookedTotal + 1, isTaxed: true })).toMatchObject(tooHigh);
  expect(await charge(placed.code, { amount: bookedTotal })).toMatchObject({ due: bookedTotal * 1.1 });
  await stays.set(placed.code, { total_cents: 900_000 });
  expect(await charge(placed.code, { amount: 200_001 })).toMatchObject(tooHigh);
});

test('a booking that is not confirmed cannot be charged', async () => {
  const held = await stays.hold(slug);
  expect(await charge(held.code)).toMatchObject({ status: 409, reason: 'not_confirmed' });
});

test('a card is charged only with the consent of its guest, and with a card', async () => {
  const without = await stays.confirmed(slug, { plan: 'deposit' }, 80);
  const noCard = { status: 409, reason: 'no_card' };
  expect(await charge(without.code, { collect: 'card' })).toMatchObject(noCard);
  const placed = await stays.confirmed(slug, consent);
  await stays.set(placed.code, { stripe_payment_method_id: null });
  expect(await charge(placed.code, { collect: 'card' })).toMatchObject(noCard);
  expect((await detail(placed.code)).total).toBe(bookedTotal);
});

test('while a bank disputes a payment no card is charged, and a link can be sent', async () => {
  const placed = await stays.confirmed(slug, consent);
  await stays.platform.pool.query(
    `insert into disputes (id, booking_id, payment_id, status, amount_cents)
     select $2, id, 'pi_1', 'needs_response', 100 from bookings where code = $1`,
    [placed.code, `dp_${placed.code}`],
  );
  expect(await charge(placed.code, { collect: 'card' })).toMatchObject({ status: 409, reason: 'disputed' });
  expect(await charge(placed.code)).toMatchObject({ due: 2_750 });
});

test('while a bank works on a payment no card is charged, and no charge is voided', async () => {
  const placed = await stays.confirmed(slug, consent);
  const { id, checkoutUrl } = await charge(placed.code);
  await stays.step(stays.sessionOf(checkoutUrl), 'complete', { unpaid: true });
  await stays.run();
  const underWay = { status: 409, reason: 'payment_under_way' };
  expect(await charge(placed.code, { collect: 'card' })).toMatchObject(underWay);
  expect(await voidCharge(placed.code, id)).toMatchObject(underWay);
  const second = await charge(placed.code, { label: 'Crib' });
  expect(second).toMatchObject({ due: 2_750, status: 'open' });
  await stays.step(stays.sessionOf(checkoutUrl), 'async_succeed');
  await stays.run();
  expect((await detail(placed.code)).extras).toMatchObject([
    { label: 'Heat the pool', status: 'paid' },
    { label: 'Crib', status: 'open' },
  ]);
});

test('an unpaid charge is voided with its taxes, its page is closed, and its guest is notified', async () => {
  const placed = await stays.confirmed(slug);
  const { id, checkoutUrl } = await charge(placed.code);
  expect(await voidCharge(placed.code, id)).toEqual({ id, due: 0, status: 'withdrawn' });
  const { total, due, quote, extras, history } = await detail(placed.code);
  expect([total, due, sum(quote.lines)]).toEqual([bookedTotal, 0, bookedTotal]);
  expect(extras).toMatchObject([{ id, status: 'withdrawn' }]);
  expect(history.at(-1)).toMatchObject({ event: 'charge_voided', actor: 'host@example.com' });
  expect((await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(checkoutUrl))).status).toBe(
    'expired',
  );
  expect(await mailsOf(placed)).toContainEqual(expect.stringMatching(/^Withdrawn: Heat the pool/));
  expect(await voidCharge(placed.code, id)).toMatchObject({ status: 409, reason: 'already_decided' });
});

test('a paid charge, an unknown one and one of another booking are not voided', async () => {
  const placed = await stays.confirmed(slug);
  const other = await stays.confirmed(slug, {}, 80);
  const { id } = await charge(placed.code, { collect: 'elsewhere', how: 'In cash' });
  expect(await voidCharge(placed.code, id)).toMatchObject({ status: 409, reason: 'already_paid' });
  for (const [code, unknown] of [
    [placed.code, newId()],
    [placed.code, 'x'],
    [other.code, id],
  ] as const)
    expect(await voidCharge(code, unknown)).toMatchObject({ status: 404 });
});

test('64 requests with one key charge the card once, and all have the same charge', async () => {
  const placed = await stays.confirmed(slug, consent);
  const key = newId();
  const made = await Promise.all(
    Array.from({ length: 64 }, () => charge(placed.code, { collect: 'card' }, key)),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(await stays.ledger(placed.code)).toEqual([`charge ${bookedTotal}`, 'charge 2750']);
  expect(await charge(placed.code, { collect: 'card' }, key)).toMatchObject({ status: 'paid' });
  expect(await charge(placed.code, { collect: 'card', label: 'Crib' }, key)).toMatchObject({ status: 409 });
});

test('a charge whose result is lost is found again by the job, once', async () => {
  const placed = await stays.confirmed(slug, consent);
  await stays.faults({ apiReset: true });
  expect(await charge(placed.code, { collect: 'card' })).toMatchObject({ due: 2_750, status: 'open' });
  await stays.faults({ apiReset: false });
  await stays.run();
  expect(await detail(placed.code)).toMatchObject({ due: 0, extras: [{ status: 'paid' }] });
  await stays.faults({ apiFailAfterEffect: true });
  expect(await charge(placed.code, { collect: 'card', label: 'Crib' })).toMatchObject({ status: 'open' });
  await stays.faults({ apiFailAfterEffect: false });
  await stays.run();
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual([`charge ${bookedTotal}`, 'charge 2750', 'charge 2750']);
  expect((await detail(placed.code)).extras).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
});

test('a charge that the provider failed to make is requested by a link, since its key repeats the error', async () => {
  const placed = await stays.confirmed(slug, consent);
  await stays.faults({ apiStatus: 500 });
  expect(await charge(placed.code, { collect: 'card' })).toMatchObject({ due: 2_750, status: 'open' });
  await stays.faults({ apiStatus: null });
  await stays.run();
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual([`charge ${bookedTotal}`]);
  expect(await detail(placed.code)).toMatchObject({ due: 2_750, extras: [{ status: 'open' }] });
  expect(await mailsOf(placed)).toContainEqual(expect.stringMatching(/^Your card could not be charged/));
});

test('two processes that settle one charge at the same time charge the card once', async () => {
  const placed = await stays.confirmed(slug, consent);
  await stays.faults({ apiReset: true });
  const { id } = await charge(placed.code, { collect: 'card' });
  await stays.faults({ apiReset: false });
  await Promise.allSettled([settleAttempt(stays.ctx, id), settleAttempt(stays.ctx, id), stays.run()]);
  expect(await stays.ledger(placed.code)).toEqual([`charge ${bookedTotal}`, 'charge 2750']);
});

/** Charges as so many processes would at once: each waits for the booking before one of them has it. @param keys one for each */
async function chargeTogether(code: string, keys: readonly string[]) {
  const ctx: Ctx = { ...stays.ctx, viewer: { email: 'host@example.com', role: 'admin' } as Ctx['viewer'] };
  const processes = await Promise.all(
    keys.map(() => {
      vi.resetModules();
      return import('./charge-guest.server.ts');
    }),
  );
  const lock = await stays.platform.pool.connect();
  try {
    await lock.query('begin');
    await lock.query('select from bookings where code = $1 for update', [code]);
    const request = { ...heat, collect: 'card' as const };
    const made = Promise.allSettled(
      processes.map(({ chargeGuest }, index) => chargeGuest(ctx, code, request, keys[index] ?? '')),
    );
    await stays.untilBlocked(keys.length);
    await lock.query('commit');
    return await made;
  } finally {
    lock.release();
  }
}
const intentsOf = async (id: string) => {
  const { data } = await stays.stripe.paymentIntents.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata.attemptId === id).map(({ amount }) => amount);
};

test('three processes that charge with one key at once charge the card once, and all have the same charge', async () => {
  const placed = await stays.confirmed(slug, consent);
  const key = newId();
  const made = await chargeTogether(placed.code, [key, key, key]);
  const ids = new Set(made.map((one) => (one.status === 'fulfilled' ? one.value.id : one.reason)));
  expect(ids.size).toBe(1);
  expect(await intentsOf([...ids][0])).toEqual([2_750]);
  expect(await stays.ledger(placed.code)).toEqual([`charge ${bookedTotal}`, 'charge 2750']);
});

test('only one of two processes that concurrently charge one card with different keys charges it', async () => {
  const placed = await stays.confirmed(slug, consent);
  // The result of the first is not known before the second decides.
  await stays.faults({ apiReset: true });
  const made = await chargeTogether(placed.code, [newId(), newId()]);
  const results = made.map((one) =>
    one.status === 'fulfilled' ? one.value.status : one.reason.extra.reason,
  );
  expect(results.sort()).toEqual(['open', 'payment_under_way']);
  await stays.faults({ apiReset: false });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual([`charge ${bookedTotal}`, 'charge 2750']);
  expect((await detail(placed.code)).extras).toMatchObject([{ status: 'paid' }]);
});

test('one card is charged by one charge at a time', async () => {
  const placed = await stays.confirmed(slug, consent);
  await stays.faults({ apiStatus: 500 });
  await charge(placed.code, { collect: 'card' });
  expect(await charge(placed.code, { collect: 'card', label: 'Crib' })).toMatchObject({
    status: 409,
    reason: 'payment_under_way',
  });
  await stays.faults({ apiStatus: null });
});

test('the job never withdraws a charge', async () => {
  const placed = await stays.confirmed(slug);
  const { id } = await charge(placed.code);
  await db
    .updateTable('booking_extras')
    .set({ created_at: new Date(Date.now() - 30 * 86_400_000) })
    .where('id', '=', id)
    .execute();
  await stays.run();
  expect((await detail(placed.code)).extras).toMatchObject([{ id, status: 'open' }]);
});
