import { expect, test, vi } from 'vitest';
import { openShopForFile } from '../../../../test/shop.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.server.ts';

const shop = await openShopForFile();
const later = (hours: number) => ({ ...shop.ctx, now: () => new Date(Date.now() + hours * 3_600_000) });
const statuses = async (sessionIds: string[]) => {
  const purchases = await shop.purchases();
  return sessionIds.map((id) => purchases.find((row) => row.stripe_session_id === id)?.status);
};

test('events of an object that the provider cannot handle hold up no others, and are applied later', async () => {
  const paid = [await shop.pay(), await shop.pay()];
  await reconcilePayments(later(0.1));
  for (const sessionId of paid) {
    const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(sessionId);
    await shop.stripe.refunds.create({ payment_intent: String(payment_intent) });
  }
  const { sessions } = shop.stripe.checkout;
  const retrieve = sessions.retrieve.bind(sessions);
  const fault = vi
    .spyOn(sessions, 'retrieve')
    .mockImplementation(((...call: Parameters<typeof retrieve>) =>
      call[0] === paid[0]
        ? Promise.reject(Object.assign(new Error('no'), { type: 'StripeAPIError', statusCode: 500 }))
        : retrieve(...call)) as typeof retrieve);
  await reconcilePayments(later(0.2));
  expect(await statuses(paid)).toEqual(['active', 'refunded']);
  await reconcilePayments(later(48));
  fault.mockRestore();
  await reconcilePayments(later(49));
  expect(await statuses(paid)).toEqual(['refunded', 'refunded']);
});
