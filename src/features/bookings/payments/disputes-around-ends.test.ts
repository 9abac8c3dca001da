import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { addExtra } from '../../../../test/extras.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const { db } = stays;

async function dispute({ code }: Placed): Promise<string> {
  const { id } = await stays.stored(code);
  const { stripe_id } = await db
    .selectFrom('payments')
    .select('stripe_id')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow();
  const made = await stays.provider<Stripe.Dispute>('POST', `/stripe/test/payments/${stripe_id}/dispute`, {
    reason: 'fraudulent',
  });
  await stays.deliver((await stays.events()).at(-1) as Stripe.Event);
  return made.id;
}

async function close(id: string, status: 'won' | 'lost'): Promise<void> {
  await stays.provider('POST', `/stripe/test/disputes/${id}/close`, { status });
  const event = (await stays.events()).at(-1) as Stripe.Event;
  await stays.deliver(event);
  await stays.deliver(event);
  await stays.run();
}

/** $600.00, of which the policy gives `percent` back. */
async function disputedStay(percent: number) {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  await stays.setPolicy(placed.code, percent, { name: 'P', daysBefore: 10 });
  const id = await dispute(placed);
  expect((await stays.act(placed, 'cancel', { refund: 0 })).status).toBe(200);
  return { placed, id };
}

const mailsAbout = async (code: string) =>
  (await stays.queuedMail()).filter(({ subject }) => subject.includes(code)).map(({ text }) => text);

test.each([
  [100, ['charge 60000', 'refund 60000'], '$600.00'],
  [50, ['charge 60000', 'refund 30000'], '$300.00'],
])(
  'a stay that was cancelled during a dispute is refunded %i% once the bank decides for the hosts',
  async (percent, ledger, money) => {
    const { placed, id } = await disputedStay(percent);
    const told = `If it leaves the payment with us, we refund ${money} then.`;
    expect((await mailsAbout(placed.code)).join('\n').replaceAll('\n', ' ')).toContain(told);
    await close(id, 'won');
    expect(await stays.ledger(placed.code)).toEqual(ledger);
    expect(await stays.subjects(placed.code, 'guest')).toContainEqual(
      expect.stringContaining(`Refunded: ${money}`),
    );
    const hosts = (await mailsAbout(placed.code)).join('\n').replaceAll('\n', ' ');
    expect(hosts).toContain(`Under its policy ${money} go back to the guest now.`);
  },
);

test('a stay that was cancelled during a dispute has no further refund once the dispute is lost', async () => {
  const { placed, id } = await disputedStay(100);
  await close(id, 'lost');
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'dispute 60000']);
});

test('a stay that its guest may cancel without a refund keeps its payment when a dispute is won', async () => {
  const { placed, id } = await disputedStay(0);
  await close(id, 'won');
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
});

test('a balance whose day came while the deposit was disputed is announced 3 days before it is charged', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, 90);
  const id = await dispute(placed);
  await stays.set(placed.code, { balance_due_on: inDays(-5) });
  await stays.run();
  await close(id, 'won');
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000']);
  expect(await stays.stored(placed.code)).toMatchObject({ balance_due_on: inDays(3) });
  const announced = (await stays.subjects(placed.code, 'guest')).filter((text) =>
    /will be charged/.test(text),
  );
  expect(announced).toHaveLength(1);
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
});

test('a late announcement is of the balance only, and not of a charge that is due separately', async () => {
  const { slug, id: property_id } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const id = await addExtra(db, { property_id, is_taxed: false });
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, 90);
  await stays.set(placed.code, { balance_due_on: inDays(-5), balance_declines: 3 });
  const json = { id, quantity: 1, total: 4_500 };
  const headers = { 'X-Booking-Key': placed.key, 'Idempotency-Key': newId() };
  const path = `/api/bookings/${placed.code}/extras`;
  const ordered = await stays.request('POST', path, { json, headers, from: anyAddress() });
  expect(await ordered.json()).toMatchObject({ status: 'open', due: 4_500 });
  await stays.set(placed.code, { balance_declines: 0 });
  await close(await dispute(placed), 'won');
  const announced = (await stays.subjects(placed.code, 'guest')).filter((text) =>
    /will be charged/.test(text),
  );
  expect(announced).toEqual([expect.stringMatching(/^\$420\.00 will be charged/)]);
});
