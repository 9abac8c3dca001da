import type Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { deleteFromLedger } from '../../../../test/ledger.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.server.ts';

const stays = await openStaysForFile();
const { db, ctx } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));

const today = async () => (await host.request('GET', '/api/admin/today')).json();
const hostsMails = async (...parts: string[]) =>
  (await stays.queuedMail()).filter(
    ({ to, subject, text }) =>
      to.address === stays.platform.settings.hostsEmail &&
      parts.every((part) => `${subject} ${text}`.includes(part)),
  );

/** A payment of a stay that its guest's bank disputes; no event has come yet. */
async function disputed(): Promise<{ placed: Placed; payment: string; dispute: string }> {
  const placed = await stays.holdPaid((await stays.addProperty()).slug);
  const { payment_intent } = await stays.stripe.checkout.sessions.retrieve(
    stays.sessionOf(placed.checkoutUrl),
  );
  const payment = String(payment_intent);
  const { id } = await stays.provider<{ id: string }>('POST', `/stripe/test/payments/${payment}/dispute`, {
    reason: 'fraudulent',
  });
  return { placed, payment, dispute: id };
}

const close = (id: string, status: 'won' | 'lost') =>
  stays.provider('POST', `/stripe/test/disputes/${id}/close`, { status });

/** The provider's events of a payment and its dispute, in the order in which they were made. */
async function eventsOf({ placed, payment, dispute }: Awaited<ReturnType<typeof disputed>>) {
  const ids = new Set([payment, dispute, stays.sessionOf(placed.checkoutUrl)]);
  return (await stays.events()).filter(({ data }) => ids.has((data.object as { id: string }).id));
}

const kinds = [
  'payment_intent.succeeded',
  'checkout.session.completed',
  'charge.dispute.created',
  'charge.dispute.closed',
];
const ordersOf = (items: string[]): string[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((first) =>
        ordersOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
      );

test.each(ordersOf(kinds).map((order) => [order.join(', '), order] as const))(
  'a payment and its lost dispute are in the ledger once, in any order: %s',
  async (_, order) => {
    const made = await disputed();
    await close(made.dispute, 'lost');
    const events = await eventsOf(made);
    for (const kind of order) {
      const event = events.find(({ type }) => type === kind);
      expect((await stays.deliver(event ?? {})).status).toBe(200);
    }
    const { code } = made.placed;
    expect((await stays.ledger(code)).toSorted()).toEqual(['charge 60000', 'dispute 60000']);
    expect((await stays.stored(code)).status).toBe('confirmed');
    expect(await hostsMails('Dispute decided', code)).toHaveLength(1);
  },
);

test('a dispute that comes before its payment is among what hosts must do, with the present state in the table of disputes', async () => {
  const made = await disputed();
  const created = (await eventsOf(made)).find(({ type }) => type === 'charge.dispute.created');
  expect((await stays.deliver(created ?? {})).status).toBe(200);
  expect(await stays.ledger(made.placed.code)).toEqual(['charge 60000']);
  const { disputes } = await today();
  expect(disputes).toContainEqual(
    expect.objectContaining({ id: made.dispute, amount: 60_000, answerBy: expect.stringMatching(/Z$/) }),
  );
  // The state in the table counts, not the one that the history recorded.
  await db.updateTable('disputes').set({ status: 'won' }).where('id', '=', made.dispute).execute();
  expect(JSON.stringify((await today()).disputes)).not.toContain(made.dispute);
});

test('a state of a dispute that was fetched before a newer one, and arrives after it, does not replace it', async () => {
  const made = await disputed();
  const events = await eventsOf(made);
  const completed = events.find(({ type }) => type === 'checkout.session.completed');
  expect((await stays.deliver(completed ?? {})).status).toBe(200);
  const created = events.find(({ type }) => type === 'charge.dispute.created');
  const old = await stays.stripe.disputes.retrieve(made.dispute);
  await close(made.dispute, 'lost');
  const closed = (await eventsOf(made)).find(({ type }) => type === 'charge.dispute.closed');
  const retrieve = vi.spyOn(stays.stripe.disputes, 'retrieve');
  // The first call only finds the payment; the state to record is fetched after it.
  const overtaken = vi.fn(async () => {
    expect((await stays.deliver(closed ?? {})).status).toBe(200);
    return old;
  });
  retrieve.mockResolvedValueOnce(old).mockImplementationOnce(overtaken as never);
  expect((await stays.deliver(created ?? {})).status).toBe(200);
  retrieve.mockRestore();
  expect(overtaken).toHaveResolved();
  expect(await stays.ledger(made.placed.code)).toEqual(['charge 60000', 'dispute 60000']);
  const { disputes } = await today();
  expect(JSON.stringify(disputes)).not.toContain(made.dispute);
});

test('a refund that was fetched before its bank sent it back does not come into the ledger again', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  const json = { amount: 5_000, reason: 'Noise' };
  await host.request('POST', `/api/admin/bookings/${placed.code}/refund`, { json });
  const { data } = await stays.stripe.refunds.list({ limit: 1 });
  const old = { data: structuredClone(data) };
  await stays.provider('POST', `/stripe/test/refunds/${data[0]?.id}/fail`);
  const events = await stays.events();
  const ofRefund = (type: string) => events.findLast((event) => event.type === type) as Stripe.Event;
  const list = vi.spyOn(stays.stripe.refunds, 'list');
  list.mockImplementationOnce((async () => {
    expect((await stays.deliver(ofRefund('refund.failed'))).status).toBe(200);
    return old;
  }) as never);
  expect((await stays.deliver(ofRefund('refund.created'))).status).toBe(200);
  list.mockRestore();
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 5000', 'refund -5000']);
});

test('the dispute of a payment whose booking is not in the ledger is mailed to the hosts once for each state', async () => {
  const made = await disputed();
  const { id, code } = await stays.stored(made.placed.code);
  await db.deleteFrom('bookings').where('id', '=', id).execute();
  const error = vi.spyOn(ctx.log, 'error').mockImplementation(() => {});
  const deliver = async (kind: string) => {
    const event = (await eventsOf(made)).find(({ type }) => type === kind);
    expect((await stays.deliver(event ?? {})).status).toBe(200);
  };
  await deliver('charge.dispute.created');
  await deliver('payment_intent.succeeded');
  await reconcilePayments(ctx);
  expect(await hostsMails('A payment without its booking:', code)).toHaveLength(1);
  expect(await hostsMails('disputed', code, made.dispute)).toHaveLength(1);
  const listed = async () =>
    (await today()).unknownPayments.filter((payment: { id: string }) => payment.id === made.payment);
  expect(await listed()).toEqual([expect.objectContaining({ amount: 60_000, isDisputed: true })]);
  await close(made.dispute, 'lost');
  await deliver('charge.dispute.closed');
  expect(await hostsMails(code, made.dispute)).toHaveLength(2);
  expect(await listed()).toEqual([]);
  expect(error.mock.calls.map(([, message]) => message)).toEqual([
    'a payment is of a booking that is not in the ledger',
    'a payment is disputed, or the dispute was decided',
    'a payment is disputed, or the dispute was decided',
  ]);
});

test('a payment that is adopted takes its dispute along, and its balance is not charged', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, 90);
  const { id } = await stays.stored(placed.code);
  const { stripe_id } = await db
    .selectFrom('payments')
    .select('stripe_id')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow();
  const dispute = await stays.provider<{ id: string }>('POST', `/stripe/test/payments/${stripe_id}/dispute`, {
    reason: 'fraudulent',
  });
  await close(dispute.id, 'lost');
  // The ledger now looks as it does after a restore from a backup that is older than the events the provider lists.
  await deleteFromLedger(db, id);
  for (const table of ['payment_attempts', 'disputes'] as const)
    await db.deleteFrom(table).where('booking_id', '=', id).execute();
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect((await stays.ledger(placed.code)).toSorted()).toEqual(['charge 18000', 'dispute 18000']);
});
