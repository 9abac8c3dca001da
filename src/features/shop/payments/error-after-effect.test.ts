import { expect, test } from 'vitest';
import { openShopForFile } from '../../../../test/shop.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.server.ts';

const shop = await openShopForFile();

test('a page whose link was lost by an error of the provider is replaced by another, and bought once', async () => {
  const key = { headers: { 'Idempotency-Key': 'one-purchase' } };
  await shop.faults({ apiFailAfterEffect: true });
  expect((await shop.buy(shop.productId, key)).status).toBe(503);
  await shop.faults({ apiFailAfterEffect: false });
  const [lost] = await shop.sessions();
  const { sessionId } = (await (await shop.buy(shop.productId, key)).json()) as { sessionId: string };
  expect(sessionId).not.toBe(lost?.id);
  await shop.step(sessionId, 'complete');
  await shop.step(lost?.id ?? '', 'expire');
  await reconcilePayments({ ...shop.ctx, now: () => new Date(Date.now() + 5 * 60_000) });
  expect((await shop.purchases()).map(({ stripe_session_id }) => stripe_session_id)).toEqual([sessionId]);
});
