import { expect, test } from 'vitest';
import { openStaysForFile } from '../../../../test/paid-stays.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.server.ts';

const stays = await openStaysForFile();

test('a refund at the provider whose event was lost comes in where the shop has never sold anything', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  expect(await stays.checkouts()).toEqual([]);
  const { id } = await stays.stored(placed.code);
  const payments = stays.db.selectFrom('payments').select('stripe_id').where('booking_id', '=', id);
  const { stripe_id } = await payments.executeTakeFirstOrThrow();
  await stays.stripe.refunds.create({ payment_intent: stripe_id ?? '', amount: 12_345 });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
  await reconcilePayments(stays.ctx);
  await reconcilePayments(stays.ctx);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 12345']);
});
