import { expect, test, vi } from 'vitest';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';

/* The card provider returns an internal error although the call has taken effect. */

const stays = await openStaysForFile();
const inOrder = { apiStatus: null, apiFailAfterEffect: false };

/** A stay with $180.00 of $600.00 paid, whose balance is due today. */
async function withBalanceDue(): Promise<Placed> {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, 90);
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  return placed;
}

async function chargedBalances({ code }: Placed): Promise<number[]> {
  const customer = (await stays.stored(code)).stripe_customer_id ?? '';
  const { data } = await stays.stripe.paymentIntents.list({ customer });
  return data.filter(({ metadata }) => metadata.code === code).map(({ amount }) => amount);
}

/** Makes the provider carry out the next charge and respond with an error; earlier calls succeed. */
function failAfterCharge(): void {
  const { paymentIntents } = stays.stripe;
  const create = paymentIntents.create.bind(paymentIntents);
  vi.spyOn(paymentIntents, 'create').mockImplementationOnce((async (
    ...request: Parameters<typeof create>
  ) => {
    await stays.faults({ apiFailAfterEffect: true });
    return create(...request).finally(() => stays.faults(inOrder));
  }) as never);
}

test.each([1, 3])(
  'a balance that was charged is found after %i errors, and not charged again',
  async (runs) => {
    const placed = await withBalanceDue();
    failAfterCharge();
    await stays.run();
    await stays.faults({ apiFailAfterEffect: true });
    for (let run = 1; run < runs; run += 1) await stays.run();
    expect(await stays.ledger(placed.code)).toEqual(['charge 18000']);
    await stays.faults(inOrder);
    await stays.run();
    await stays.run();
    expect(await chargedBalances(placed)).toEqual([42_000, 18_000]);
    expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
    expect(await stays.stored(placed.code)).toMatchObject({ status: 'confirmed', balance_declines: 0 });
  },
);

test.each([500, 429])(
  'a balance that was not charged because of a %i is charged once later',
  async (status) => {
    const placed = await withBalanceDue();
    await stays.faults({ apiStatus: status });
    await stays.run();
    await stays.faults(inOrder);
    await stays.run();
    await stays.run();
    expect(await chargedBalances(placed)).toEqual([42_000, 18_000]);
    expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
  },
);

test('no page opens for a balance while the result of its charge is unknown', async () => {
  const placed = await withBalanceDue();
  failAfterCharge();
  await stays.run();
  const sessions = await stays.sessions();
  expect((await stays.act(placed, 'checkout')).status).toBe(503);
  expect(await stays.sessions()).toHaveLength(sessions.length);
  await stays.run();
  expect((await stays.act(placed, 'checkout')).status).toBe(409);
  expect(await chargedBalances(placed)).toEqual([42_000, 18_000]);
});

test('when the payments of a customer cannot be listed, the card neither counts as declined nor is charged', async () => {
  const placed = await withBalanceDue();
  failAfterCharge();
  await stays.run();
  const forbidden = Object.assign(new Error('no'), { type: 'StripePermissionError', statusCode: 403 });
  const list = vi.spyOn(stays.stripe.paymentIntents, 'list').mockRejectedValue(forbidden);
  const error = vi.spyOn(stays.ctx.log, 'error').mockImplementation(() => {});
  await stays.run();
  list.mockRestore();
  error.mockRestore();
  expect((await stays.stored(placed.code)).balance_declines).toBe(0);
  await stays.run();
  expect(await chargedBalances(placed)).toEqual([42_000, 18_000]);
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
});

test('a refund that was paid is found, and not paid again', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  const { id } = await stays.stored(placed.code);
  await stays.setPolicy(placed.code, 100, { name: 'Full' });
  await stays.faults({ apiFailAfterEffect: true });
  expect((await stays.act(placed, 'cancel', { refund: 60_000 })).status).toBe(200);
  await stays.run();
  await stays.faults(inOrder);
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 60000']);
  const payment = (
    await stays.db.selectFrom('payments').selectAll().where('booking_id', '=', id).execute()
  )[0];
  const { data } = await stays.stripe.refunds.list({ payment_intent: payment?.stripe_id ?? '' });
  expect(data.map(({ amount }) => amount)).toEqual([60_000]);
});

test('a page whose link was lost is replaced by another, which is paid once', async () => {
  const { slug } = await stays.addProperty();
  const { id } = await stays.quote(slug);
  await stays.faults({ apiFailAfterEffect: true });
  const response = await stays.book(id);
  await stays.faults(inOrder);
  expect(response.status).toBe(201);
  const placed: Placed = await response.json();
  expect(placed.checkoutUrl).toBeNull();
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
});
