import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com');

const act = async ({ code }: Placed, name: string, json: object) => {
  const response = await host.request('POST', `/api/admin/bookings/${code}/${name}`, { json });
  expect(response.status).toBe(200);
  return response;
};
const detail = async ({ code }: Placed) => (await host.request('GET', `/api/admin/bookings/${code}`)).json();
const move = (placed: Placed, checkin: number, nights: number) =>
  act(placed, 'move', { checkin: inDays(checkin), checkout: inDays(checkin + nights) });
const paymentId = async ({ code }: Placed): Promise<string> => {
  const { id } = await stays.stored(code);
  const rows = stays.db.selectFrom('payments').select('stripe_id').where('booking_id', '=', id);
  return String((await rows.where('kind', '=', 'charge').executeTakeFirstOrThrow()).stripe_id);
};
const refunds = async (placed: Placed) =>
  (await stays.stripe.refunds.list({ payment_intent: await paymentId(placed) })).data;
const failNewest = async (placed: Placed) => {
  await stays.provider('POST', `/stripe/test/refunds/${(await refunds(placed))[0]?.id}/fail`);
  await stays.deliver((await stays.events()).at(-1) as Stripe.Event);
};
/** What the guest really paid, by the provider. */
const received = async (placed: Placed): Promise<number> =>
  60_000 -
  (await refunds(placed))
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0);

/** A $600 stay moved to two nights, whose refund of $200 the bank sent back. */
async function withFailedRefund(): Promise<Placed> {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  await move(placed, 60, 2);
  await failNewest(placed);
  return placed;
}

test('a move’s refund that failed and was made again is no gift: a move at the same price refunds nothing', async () => {
  const placed = await withFailedRefund();
  await act(placed, 'refund', { amount: 20_000, reason: 'Second try' });
  await move(placed, 70, 2);
  expect(await detail(placed)).toMatchObject({ paid: 40_000, due: 0, total: 40_000 });
  expect(await received(placed)).toBe(40_000);
  const month = inDays(70).slice(0, 7);
  const report = await (
    await host.request('GET', `/api/admin/reports/taxes?from=${month}&to=${month}`)
  ).json();
  expect(report.ledger).toMatchObject({ waived: 0 });
});

test('… and the longer stay after it is owed in full', async () => {
  const placed = await withFailedRefund();
  await act(placed, 'refund', { amount: 20_000, reason: 'Second try' });
  await move(placed, 60, 3);
  expect(await detail(placed)).toMatchObject({ paid: 40_000, due: 20_000 });
});

test('… as well when it was made again on the provider’s page', async () => {
  const placed = await withFailedRefund();
  await stays.stripe.refunds.create({ payment_intent: await paymentId(placed), amount: 20_000 });
  await stays.deliver((await stays.events()).findLast(({ type }) => type === 'refund.created') as never);
  await move(placed, 70, 2);
  expect(await detail(placed)).toMatchObject({ paid: 40_000, due: 0 });
  expect(await received(placed)).toBe(40_000);
});

test('a refund by hosts above a failed refund is waived and not owed again', async () => {
  const placed = await withFailedRefund();
  await act(placed, 'refund', { amount: 25_000, reason: 'Second try, and the pool was cold' });
  expect(await detail(placed)).toMatchObject({ paid: 35_000, due: 0 });
  await move(placed, 60, 3);
  expect(await detail(placed)).toMatchObject({ paid: 35_000, due: 20_000 });
});

test('a second try that fails as well can be made a third time, and still is no gift', async () => {
  const placed = await withFailedRefund();
  await act(placed, 'refund', { amount: 20_000, reason: 'Second try' });
  await failNewest(placed);
  await act(placed, 'refund', { amount: 20_000, reason: 'Third try' });
  await move(placed, 60, 3);
  expect(await detail(placed)).toMatchObject({ paid: 40_000, due: 20_000 });
});

test('a gift after a move that paid a failed refund back stays a gift', async () => {
  const placed = await withFailedRefund();
  await move(placed, 70, 2);
  expect(await received(placed)).toBe(40_000);
  await act(placed, 'refund', { amount: 5_000, reason: 'The pool was cold' });
  expect(await detail(placed)).toMatchObject({ paid: 35_000, due: 0 });
});

test('the refund of a payment in excess that failed and was made again is no gift', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  // A payment in excess: the stay was paid twice before both were settled.
  const { id } = await stays.stored(placed.code);
  await stays.db
    .insertInto('payments')
    .values({ booking_id: id, kind: 'charge', amount_cents: 10_000, method: 'elsewhere', stripe_id: null })
    .execute();
  const order = { booking_id: id, payment_id: await paymentId(placed), amount_cents: 10_000 };
  await stays.db
    .insertInto('refund_orders')
    .values({
      ...order,
      id: crypto.randomUUID(),
      cause: 'excess',
      kind: 'excess',
      status: 'failed',
    })
    .execute();
  await act(placed, 'refund', { amount: 10_000, reason: 'Paid twice' });
  await move(placed, 60, 4);
  expect(await detail(placed)).toMatchObject({ paid: 60_000, due: 20_000 });
});
