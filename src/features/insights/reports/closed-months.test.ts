import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { moveLedger } from '../../../../test/ledger.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { addMonths } from './months.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com');
const thisMonth = inDays(0).slice(0, 7);

async function payouts(month: string) {
  const report = await host.request('GET', `/api/admin/reports/payouts?from=${month}&to=${month}`);
  return (await report.json()).totals;
}

async function paymentOf({ code }: Placed): Promise<string> {
  const { id } = await stays.stored(code);
  const charges = stays.db.selectFrom('payments').select('stripe_id').where('kind', '=', 'charge');
  return String((await charges.where('booking_id', '=', id).executeTakeFirstOrThrow()).stripe_id);
}

/** Makes the newest event of the provider known, twice. */
async function deliverNewest(): Promise<void> {
  const event = (await stays.events()).at(-1) as Stripe.Event;
  for (let copy = 0; copy < 2; copy += 1) expect((await stays.deliver(event)).status).toBe(200);
}

/** Moves what was paid and given back of a stay to a month that is over. */
async function closeMonth({ code }: Placed, monthsAgo: number): Promise<string> {
  const month = addMonths(thisMonth, -monthsAgo);
  await moveLedger(stays.db, (await stays.stored(code)).id, new Date(`${month}-15T12:00:00Z`));
  return month;
}

test('a refund that the bank sends back weeks later lowers the refunds of its own month, and the month before stays', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  const json = { amount: 20_000, reason: 'The pool was cold' };
  await host.request('POST', `/api/admin/bookings/${placed.code}/refund`, { json });
  const month = await closeMonth(placed, 2);
  const [closed, present] = [await payouts(month), await payouts(thisMonth)];
  expect(closed).toEqual({ charges: 60_000, refunds: 20_000, net: 40_000 });
  const { data } = await stays.stripe.refunds.list({ payment_intent: await paymentOf(placed) });
  await stays.provider('POST', `/stripe/test/refunds/${data[0]?.id}/fail`);
  await deliverNewest();
  expect(await payouts(month)).toEqual(closed);
  const { charges, refunds, net } = present;
  expect(await payouts(thisMonth)).toEqual({ charges, refunds: refunds - 20_000, net: net + 20_000 });
});

test('a dispute that is won after it was lost lowers the refunds of its own month, and the month before stays', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  const { id } = await stays.provider<Stripe.Dispute>(
    'POST',
    `/stripe/test/payments/${await paymentOf(placed)}/dispute`,
    { reason: 'fraudulent' },
  );
  await deliverNewest();
  await stays.provider('POST', `/stripe/test/disputes/${id}/close`, { status: 'lost' });
  await deliverNewest();
  const month = await closeMonth(placed, 3);
  const [closed, present] = [await payouts(month), await payouts(thisMonth)];
  expect(closed).toEqual({ charges: 60_000, refunds: 60_000, net: 0 });
  await stays.provider('POST', `/stripe/test/disputes/${id}/close`, { status: 'won' });
  await deliverNewest();
  expect(await payouts(month)).toEqual(closed);
  const { charges, refunds, net } = present;
  expect(await payouts(thisMonth)).toEqual({ charges, refunds: refunds - 60_000, net: net + 60_000 });
});
