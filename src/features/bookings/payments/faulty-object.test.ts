import { expect, test, vi } from 'vitest';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { newId } from '../../../shared/uuid.server.ts';

/* The card provider cannot handle one object, which comes first in every run of the job. */

const stays = await openStaysForFile();
const { sessions } = stays.stripe.checkout;
const { refunds, paymentIntents } = stays.stripe;

const failures = {
  'an error of its own': { type: 'StripeAPIError', statusCode: 500 },
  'no response': { type: 'StripeConnectionError' },
  'a lasting conflict': { type: 'StripeIdempotencyError', statusCode: 409 },
};
type Failure = (typeof failures)[keyof typeof failures];

/** Lets one method of the provider's client fail for the calls that name the broken object. */
function fail<Name extends string>(
  target: Record<Name, (...call: never[]) => unknown>,
  name: Name,
  { broken, failure }: { broken: string; failure: Failure },
) {
  const method: unknown = target[name];
  return vi.spyOn(target as Record<string, () => unknown>, name).mockImplementation((...call: unknown[]) => {
    if (JSON.stringify(call).includes(broken)) return Promise.reject(Object.assign(new Error('no'), failure));
    return Reflect.apply(method as () => unknown, target, call);
  });
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function overdue(minutes: number): Promise<Placed> {
  const placed = await stays.hold((await stays.addProperty()).slug);
  await stays.set(placed.code, { hold_expires_at: minutesAgo(minutes) });
  return placed;
}

async function refundOrdered(minutes: number) {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  const { id } = await stays.stored(placed.code);
  const payments = stays.db.selectFrom('payments').selectAll().where('booking_id', '=', id);
  const { stripe_id } = await payments.executeTakeFirstOrThrow();
  const order = { id: newId(), booking_id: id, payment_id: stripe_id ?? '', amount_cents: 5_000 };
  await stays.db
    .insertInto('refund_orders')
    .values({ ...order, kind: 'hosts', cause: 'hosts:test', created_at: minutesAgo(minutes) })
    .execute();
  return { code: placed.code, paymentId: order.payment_id };
}

async function balanceDue(daysAgo: number): Promise<Placed> {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, 90);
  await stays.set(placed.code, { balance_due_on: inDays(-daysAgo) });
  return placed;
}

test.each(Object.entries(failures))('%s for one hold keeps no other one alive', async (_, failure) => {
  const [first, second] = [await overdue(20), await overdue(10)];
  const fault = fail(sessions, 'expire', { broken: stays.sessionOf(first.checkoutUrl), failure });
  await stays.run();
  expect((await stays.stored(first.code)).status).toBe('held');
  expect((await stays.stored(second.code)).status).toBe('expired');
  fault.mockRestore();
  await stays.run();
  expect((await stays.stored(first.code)).status).toBe('expired');
});

test.each(Object.entries(failures))('%s for one refund delays no other one', async (_, failure) => {
  const [first, second] = [await refundOrdered(20), await refundOrdered(10)];
  const fault = fail(refunds, 'create', { broken: first.paymentId, failure });
  await stays.run();
  expect(await stays.ledger(first.code)).toEqual(['charge 60000']);
  expect(await stays.ledger(second.code)).toEqual(['charge 60000', 'refund 5000']);
  fault.mockRestore();
  await stays.run();
  expect(await stays.ledger(first.code)).toEqual(['charge 60000', 'refund 5000']);
});

test.each(Object.entries(failures))('%s for one balance delays no other one', async (_, failure) => {
  const [first, second] = [await balanceDue(3), await balanceDue(2)];
  const fault = fail(paymentIntents, 'create', { broken: first.code, failure });
  await stays.run();
  expect(await stays.ledger(first.code)).toEqual(['charge 18000']);
  expect(await stays.ledger(second.code)).toEqual(['charge 18000', 'charge 42000']);
  fault.mockRestore();
  await stays.run();
  expect(await stays.ledger(first.code)).toEqual(['charge 18000', 'charge 42000']);
});

test('a provider that fails three times in a row is left alone until the next run', async () => {
  const placed = [];
  for (let hold = 0; hold < 5; hold += 1) placed.push(await overdue(10));
  const fault = fail(sessions, 'expire', { broken: 'cs_test', failure: failures['no response'] });
  await stays.run();
  expect(fault).toHaveBeenCalledTimes(3);
  fault.mockRestore();
  await stays.run();
  for (const { code } of placed) expect((await stays.stored(code)).status).toBe('expired');
});
