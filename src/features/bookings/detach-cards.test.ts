import { expect, test, vi } from 'vitest';
import { inDays, openStaysForFile, type Placed } from '../../../test/paid-stays.ts';
import { detachCards } from './detach-cards.server.ts';
import { anonymizeDue } from './record/anonymize-store.server.ts';

const stays = await openStaysForFile();

/** A stay whose card is stored for its balance. */
async function withCard(): Promise<Placed & { card: string }> {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, 90);
  return { ...placed, card: (await cardOf(placed)).stripe_payment_method_id ?? '' };
}
/** Puts a stay into the state in which its guest has deleted the account and the stay is over. */
async function deleteGuest({ code }: Placed): Promise<void> {
  await stays.set(code, { anonymize_on: inDays(-2), checkin: inDays(-5), checkout: inDays(-2) });
  await anonymizeDue(stays.db, inDays(0));
}
/** Cancels a stay, which then has nothing left to charge. */
const cancel = ({ code }: Placed) => stays.set(code, { status: 'cancelled' });
const cardOf = async ({ code }: Placed) => {
  const { stripe_customer_id, stripe_payment_method_id } = await stays.stored(code);
  return { stripe_customer_id, stripe_payment_method_id };
};
const none = { stripe_customer_id: null, stripe_payment_method_id: null };
const customerOf = async (card: string) => (await stays.stripe.paymentMethods.retrieve(card)).customer;

test('the card of a deleted guest is detached at the provider and leaves the ledger, and no other card', async () => {
  const [ann, ben] = [await withCard(), await withCard()];
  await cancel(ann);
  await deleteGuest(ann);
  await detachCards(stays.ctx);
  expect(await cardOf(ann)).toEqual(none);
  expect(await customerOf(ann.card)).toBeNull();
  expect(await cardOf(ben)).toMatchObject({ stripe_payment_method_id: ben.card });
  expect(await customerOf(ben.card)).toMatch(/^cus_/);
});

test('a card stays in the ledger until the provider has confirmed that it is detached', async () => {
  const ann = await withCard();
  await cancel(ann);
  await deleteGuest(ann);
  const warn = vi.spyOn(stays.platform.log, 'warn').mockImplementation(() => {});
  await stays.faults({ apiStatus: 500 });
  await detachCards(stays.ctx);
  expect(await cardOf(ann)).toMatchObject({ stripe_payment_method_id: ann.card });
  await stays.faults({ apiStatus: null });
  expect(await customerOf(ann.card)).toMatch(/^cus_/);
  await detachCards(stays.ctx);
  expect(await cardOf(ann)).toEqual(none);
  expect(await customerOf(ann.card)).toBeNull();
  warn.mockRestore();
});

test('a card that was detached without a response leaves the ledger with the next run', async () => {
  const ann = await withCard();
  await cancel(ann);
  await deleteGuest(ann);
  await stays.stripe.paymentMethods.detach(ann.card);
  await detachCards(stays.ctx);
  expect(await cardOf(ann)).toEqual(none);
});

test('a card that the provider does not have any more leaves the ledger', async () => {
  const ann = await withCard();
  await cancel(ann);
  await deleteGuest(ann);
  await stays.set(ann.code, { stripe_payment_method_id: 'pm_gone' });
  await detachCards(stays.ctx);
  expect(await cardOf(ann)).toEqual(none);
});

test('a card stays stored for an open balance until 30 days after the stay', async () => {
  const ann = await withCard();
  await deleteGuest(ann);
  await detachCards(stays.ctx);
  expect(await cardOf(ann)).toMatchObject({ stripe_payment_method_id: ann.card });
  await stays.set(ann.code, { checkin: inDays(-40), checkout: inDays(-31) });
  await detachCards(stays.ctx);
  expect(await cardOf(ann)).toEqual(none);
});

test('a card stays stored while a charge is under way, whose result is found by its customer', async () => {
  const ann = await withCard();
  await cancel(ann);
  await deleteGuest(ann);
  const { id } = await stays.stored(ann.code);
  const attempt = (status: 'pending' | 'failed') =>
    stays.db.updateTable('payment_attempts').set({ status }).where('booking_id', '=', id).execute();
  await attempt('pending');
  await detachCards(stays.ctx);
  expect(await cardOf(ann)).toMatchObject({ stripe_payment_method_id: ann.card });
  await attempt('failed');
  await detachCards(stays.ctx);
  expect(await cardOf(ann)).toEqual(none);
});
