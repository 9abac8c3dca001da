import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com');

const detail = async ({ code }: Placed) => (await host.request('GET', `/api/admin/bookings/${code}`)).json();
const payouts = async () => {
  const month = inDays(0).slice(0, 7);
  return (await host.request('GET', `/api/admin/reports/payouts?from=${month}&to=${month}`)).json();
};
const deliver = async () => {
  for (const event of await stays.events())
    if (event.type.startsWith('charge.dispute')) await stays.deliver(event as Stripe.Event);
};
async function dispute({ code }: Placed): Promise<string> {
  const { id } = await stays.stored(code);
  const { stripe_id } = await stays.db
    .selectFrom('payments')
    .select('stripe_id')
    .where('booking_id', '=', id)
    .where('kind', '=', 'charge')
    .executeTakeFirstOrThrow();
  const made = await stays.provider<{ id: string }>('POST', `/stripe/test/payments/${stripe_id}/dispute`, {
    reason: 'fraudulent',
  });
  await deliver();
  return made.id;
}
async function close(id: string, status: 'won' | 'lost'): Promise<void> {
  await stays.provider('POST', `/stripe/test/disputes/${id}/close`, { status });
  await deliver();
  await deliver();
}
const refundable = ({ code }: Placed) => stays.setPolicy(code, 100);
const figure = async (placed: Placed) => {
  const headers = { 'X-Booking-Key': placed.key };
  return (await stays.request('GET', `/api/bookings/${placed.code}/cancellation`, { headers })).json();
};

test('a dispute that is lost leaves the ledger once: nothing is refundable, and the reports have it', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  await refundable(placed);
  const before = await payouts();
  await close(await dispute(placed), 'lost');
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'dispute 60000']);
  expect(await detail(placed)).toMatchObject({ paid: 0, refundable: 0, proposedRefund: 0 });
  const after = await payouts();
  expect(after.totals.net).toBe(before.totals.net - 60_000);
  expect((await figure(placed)).refund).toBe(0);
  expect((await stays.act(placed, 'cancel', { refund: 0 })).status).toBe(200);
  await stays.run();
  const mail = (await stays.queuedMail()).findLast(({ subject }) => subject.startsWith('Cancelled: '));
  expect(mail?.text).not.toContain('We refund');
});

test('while a bank decides, a cancellation promises nothing of what it holds, and says why', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  await refundable(placed);
  const id = await dispute(placed);
  expect(await figure(placed)).toMatchObject({
    refund: 0,
    why: expect.stringContaining('Your bank is deciding on a payment of $600.00'),
  });
  await close(id, 'won');
  expect(await figure(placed)).toMatchObject({ refund: 60_000, paid: 60_000 });
});

test.each([
  ['newest', 1, 18_000, 0],
  ['oldest', 0, 42_000, 1],
])(
  'while the %s of two charges is disputed, a refund takes the other one',
  async (_, held, amount, taken) => {
    const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
    const placed = await stays.confirmed(slug, { plan: 'deposit' }, 90);
    await stays.set(placed.code, { balance_due_on: inDays(-1) });
    await stays.run();
    const { id } = await stays.stored(placed.code);
    const rows = () =>
      stays.db
        .selectFrom('payments')
        .selectAll()
        .where('booking_id', '=', id)
        .orderBy('created_at')
        .execute();
    const charges = (await rows()).map(({ stripe_id }) => stripe_id);
    expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
    await stays.provider('POST', `/stripe/test/payments/${charges[held]}/dispute`, { reason: 'fraudulent' });
    await deliver();
    const json = { amount, reason: 'The pool was cold' };
    const response = await host.request('POST', `/api/admin/bookings/${placed.code}/refund`, { json });
    expect(response.status).toBe(200);
    expect((await rows()).at(-1)).toMatchObject({
      kind: 'refund',
      amount_cents: amount,
      charge_id: charges[taken],
    });
    expect(await stays.subjects(placed.code, 'hosts')).not.toContainEqual(
      expect.stringContaining('Refund failed'),
    );
  },
);

test('a dispute that is won after it was lost gives the ledger its money back', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  const id = await dispute(placed);
  await close(id, 'lost');
  await close(id, 'won');
  const won = ['charge 60000', 'dispute 60000', 'dispute -60000'];
  expect(await stays.ledger(placed.code)).toEqual(won);
  expect(await detail(placed)).toMatchObject({ paid: 60_000, refundable: 60_000 });
  expect(await stays.read(placed)).toMatchObject({ paid: 60_000, due: 0, refunds: [] });
  await close(id, 'lost');
  expect(await stays.ledger(placed.code)).toEqual([...won, 'dispute 60000']);
  expect(await detail(placed)).toMatchObject({ paid: 0, refundable: 0 });
});

test('a balance is not charged while its deposit is disputed, nor after the dispute is lost, but on its new day when it is won', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const make = async (from: number) => {
    const placed = await stays.confirmed(slug, { plan: 'deposit' }, from);
    await stays.set(placed.code, { balance_due_on: inDays(-1) });
    return placed;
  };
  const [won, lost] = [await make(90), await make(100)];
  const [wonId, lostId] = [await dispute(won), await dispute(lost)];
  await stays.run();
  expect(await stays.ledger(won.code)).toEqual(['charge 18000']);
  await close(wonId, 'won');
  await close(lostId, 'lost');
  await stays.run();
  expect(await stays.ledger(won.code)).toEqual(['charge 18000']);
  await stays.set(won.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect(await stays.ledger(won.code)).toEqual(['charge 18000', 'charge 42000']);
  expect(await stays.ledger(lost.code)).toEqual(['charge 18000', 'dispute 18000']);
});
