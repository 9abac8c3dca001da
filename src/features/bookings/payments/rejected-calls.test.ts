import { expect, test, vi } from 'vitest';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';

const stays = await openStaysForFile();

const keyError = () =>
  Object.assign(new Error('Expired API Key provided: sk_live_***'), {
    type: 'StripeAuthenticationError',
    statusCode: 401,
  });
const badRequest = () =>
  Object.assign(new Error('This account may not charge'), {
    type: 'StripeInvalidRequestError',
    statusCode: 400,
  });

let from = 80;
const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
async function withBalanceDue(): Promise<Placed> {
  from += 5;
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, from);
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  return placed;
}
const figure = async ({ code, key }: Placed) =>
  (
    await stays.request('GET', `/api/bookings/${code}/cancellation`, { headers: { 'X-Booking-Key': key } })
  ).json();

test.each([
  ['refuses our key', keyError],
  ['rejects the request', badRequest],
])(
  'a balance whose charge the provider %s stays pending: hosts get one mail, the guest none',
  async (_, error) => {
    const placed = await withBalanceDue();
    const before = await stays.subjects(placed.code, 'guest');
    const create = vi
      .spyOn(stays.stripe.paymentIntents, 'create')
      .mockImplementation((() => Promise.reject(error())) as never);
    const logged = vi.spyOn(stays.ctx.log, 'error').mockImplementation(() => {});
    await stays.run();
    await stays.run();
    expect(logged).toHaveBeenCalled();
    expect((await stays.stored(placed.code)).balance_declines).toBe(0);
    expect(await stays.subjects(placed.code, 'guest')).toEqual(before);
    const notices = (await stays.subjects(placed.code, 'hosts')).filter((one) =>
      one.startsWith('Balance not charged yet'),
    );
    expect(notices).toHaveLength(1);
    create.mockRestore();
    await stays.run();
    expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
  },
);

test('a card that its bank declines is a declined card', async () => {
  const placed = await withBalanceDue();
  const declined = Object.assign(new Error('Your card was declined.'), {
    type: 'StripeCardError',
    statusCode: 402,
    code: 'card_declined',
  });
  vi.spyOn(stays.stripe.paymentIntents, 'create').mockRejectedValueOnce(declined);
  vi.spyOn(stays.ctx.log, 'warn').mockImplementation(() => {});
  await stays.run();
  expect((await stays.stored(placed.code)).balance_declines).toBe(1);
});

test('a cancellation gives up a balance that the provider did not charge, and charges nothing', async () => {
  const placed = await withBalanceDue();
  await stays.setPolicy(placed.code, 50);
  await stays.faults({ apiStatus: 429 });
  await stays.run();
  await stays.faults({ apiStatus: null });
  const { refund } = await figure(placed);
  const response = await stays.act(placed, 'cancel', { refund });
  expect(response.status).toBe(200);
  expect(await stays.ledger(placed.code)).not.toContain('charge 42000');
  await stays.run();
  expect(await stays.ledger(placed.code)).not.toContain('charge 42000');
});

test('a cancellation waits for a balance whose charge may still be under way', async () => {
  const placed = await withBalanceDue();
  const { id, currency } = await stays.stored(placed.code);
  await stays.db
    .insertInto('payment_attempts')
    .values({
      id: crypto.randomUUID(),
      booking_id: id,
      purpose: 'balance',
      kind: 'stored_card',
      status: 'pending',
      amount_cents: 42_000,
      currency,
      description: '',
      expires_at: new Date(Date.now() + 3_600_000),
      checked_at: new Date(),
    })
    .execute();
  const { refund } = await figure(placed);
  expect((await stays.act(placed, 'cancel', { refund })).status).toBe(409);
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000']);
});

test('a cancellation is stored when the provider rejects our key: the refund stays pending, and hosts get one mail', async () => {
  const placed = await withBalanceDue();
  await stays.setPolicy(placed.code, 100);
  const refuse = () => Promise.reject(keyError());
  const spies = [
    vi.spyOn(stays.stripe.refunds, 'create').mockImplementation(refuse as never),
    vi.spyOn(stays.stripe.refunds, 'list').mockImplementation(refuse as never),
  ];
  vi.spyOn(stays.ctx.log, 'error').mockImplementation(() => {});
  vi.spyOn(stays.ctx.log, 'warn').mockImplementation(() => {});
  expect((await stays.act(placed, 'cancel', { refund: 18_000 })).status).toBe(200);
  await stays.run();
  const notices = (await stays.subjects(placed.code, 'hosts')).filter((one) =>
    one.startsWith('Refund not made yet'),
  );
  expect(notices).toHaveLength(1);
  for (const spy of spies) spy.mockRestore();
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'refund 18000']);
});

test('the sentence of a refund that the deposit limits names what the policy gives and what was paid', async () => {
  const placed = await withBalanceDue();
  await stays.setPolicy(placed.code, 50);
  expect(await figure(placed)).toMatchObject({
    refund: 18_000,
    why: expect.stringContaining('That would be $300.00; you have paid $180.00, so this is what goes back.'),
  });
});
