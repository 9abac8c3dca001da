import type Stripe from 'stripe';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { cancelByGuest } from '../cancellation/cancel-booking.server.ts';
import { endUnpaidHold } from './end-unpaid.server.ts';
import { openPayment } from './open-payment.server.ts';
import { orderRefund, payRefunds } from './refunds.server.ts';

const stays = await openStaysForFile();

class Killed extends Error {}
type Point = `${'before' | 'after'} ${string}`;

/** A context in which the process dies before or after one call, and does nothing after that. */
function dyingAt(point: Point): Ctx {
  const wrap = <Target extends object>(target: Target, path: string): Target =>
    new Proxy(target, {
      get(object, name) {
        const value = Reflect.get(object, name) as unknown;
        const here = path === '' ? String(name) : `${path}.${String(name)}`;
        if (typeof value === 'object' && value !== null) return wrap(value, here);
        if (typeof value !== 'function') return value;
        return async (...parameters: unknown[]) => {
          if (point === `before ${here}`) throw new Killed(point);
          const result: unknown = await Reflect.apply(value, object, parameters);
          if (point === `after ${here}`) throw new Killed(point);
          return result;
        };
      },
    });
  return {
    ...stays.ctx,
    stripe: async () => wrap<Stripe>(stays.stripe, ''),
    mail: wrap(stays.ctx.mail, 'mail'),
  };
}
const die = async (act: Promise<unknown>) => expect(act).rejects.toThrow();
const sessionsOf = async (id: string) =>
  (await stays.sessions()).filter(({ metadata }) => metadata?.bookingId === id);

/** A hold as it is committed before the provider is called. */
async function unopened() {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  await stays.faults({ apiStatus: 500 });
  const placed = await stays.hold(slug, { plan: 'deposit' }, 90);
  await stays.faults({ apiStatus: null });
  return { ...placed, id: (await stays.stored(placed.code)).id };
}
async function opened() {
  const placed = await unopened();
  const url = await openPayment(stays.ctx, placed.id);
  return { ...placed, session: stays.sessionOf(url) };
}
async function paid() {
  const placed = await opened();
  await stays.step(placed.session, 'complete');
  await stays.run();
  return placed;
}

test.each<Point>(['before checkout.sessions.create', 'after checkout.sessions.create'])(
  'T-10: killed %s, one payment page stands in the end',
  async (point) => {
    const placed = await unopened();
    await die(openPayment(dyingAt(point), placed.id));
    await stays.run();
    await openPayment(stays.ctx, placed.id);
    const sessions = await sessionsOf(placed.id);
    expect(sessions).toHaveLength(1);
    await stays.step(sessions[0]?.id ?? '', 'complete');
    await stays.run();
    expect(await stays.ledger(placed.code)).toEqual(['charge 18000']);
  },
);

test.each<Point>(['after checkout.sessions.retrieve', 'before mail.queue', 'after mail.queue'])(
  'T-10: killed %s while a payment settles, it is recorded once with its mails',
  async (point) => {
    const placed = await opened();
    await stays.step(placed.session, 'complete');
    await stays.run(dyingAt(point));
    expect((await stays.stored(placed.code)).status).toBe('held');
    await stays.run();
    expect(await stays.ledger(placed.code)).toEqual(['charge 18000']);
    expect(await stays.subjects(placed.code, 'guest')).toHaveLength(2);
    expect(await stays.subjects(placed.code, 'hosts')).toHaveLength(1);
  },
);

async function refundedBy(session: string): Promise<number[]> {
  const { payment_intent } = await stays.stripe.checkout.sessions.retrieve(session);
  const { data } = await stays.stripe.refunds.list({ payment_intent: String(payment_intent) });
  return data.map(({ amount }) => amount);
}

test.each<Point>(['before refunds.create', 'after refunds.create'])(
  'T-10: killed %s, a cancelled stay is refunded once',
  async (point) => {
    const placed = await paid();
    const booking = await stays.stored(placed.code);
    // The refund is only a part of the payment, so that the provider would make a second one.
    await stays.setPolicy(placed.code, 10, { name: 'Full' });
    // The guest is notified of the cancellation, which is stored; its refund is made by the next run.
    await cancelByGuest(dyingAt(point), booking, 6_000);
    expect((await stays.stored(placed.code)).status).toBe('cancelled');
    await stays.run();
    await stays.run();
    expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'refund 6000']);
    expect(await refundedBy(placed.session)).toEqual([6_000]);
  },
);

/** Makes both processes wait until each has listed the provider's refunds. */
function listTogether(): void {
  const { refunds } = stays.stripe;
  const list = refunds.list.bind(refunds);
  const both = Promise.withResolvers<void>();
  let count = 0;
  const spy = vi.spyOn(refunds, 'list').mockImplementation((async (...request: Parameters<typeof list>) => {
    const page = await list(...request);
    count += 1;
    if (count === 2) both.resolve();
    await both.promise;
    return page;
  }) as never);
  onTestFinished(() => spy.mockRestore());
}

test('two processes that make one refund at the same moment make it once', async () => {
  const placed = await paid();
  const booking = await stays.stored(placed.code);
  const order = { kind: 'hosts' as const, cause: 'hosts:rain', reason: 'A day of rain', amount: 6_000 };
  await stays.db.transaction().execute((tx) => orderRefund(stays.ctx, tx, booking, order));
  listTogether();
  await Promise.all([payRefunds(stays.ctx, booking.id), payRefunds(stays.ctx, booking.id)]);
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'refund 6000']);
  expect(await refundedBy(placed.session)).toEqual([6_000]);
});

test.each<Point>(['before checkout.sessions.expire', 'after checkout.sessions.expire'])(
  'T-10: killed %s, the hold is let go in the end',
  async (point) => {
    const placed = await opened();
    await die(endUnpaidHold(dyingAt(point), placed.id, 'released', 'guest'));
    expect((await stays.stored(placed.code)).status).toBe('held');
    await stays.set(placed.code, { hold_expires_at: new Date(Date.now() - 1000) });
    await stays.run();
    expect((await stays.stored(placed.code)).status).toBe('expired');
    expect((await sessionsOf(placed.id)).map(({ status }) => status)).toEqual(['expired']);
  },
);

test.each<Point>(['before paymentIntents.create', 'after paymentIntents.create'])(
  'T-10: killed %s, a balance is charged once',
  async (point) => {
    const placed = await paid();
    await stays.set(placed.code, { balance_due_on: inDays(-1) });
    await stays.run(dyingAt(point));
    expect(await stays.ledger(placed.code)).toEqual(['charge 18000']);
    await stays.run();
    await stays.run();
    expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
  },
);
