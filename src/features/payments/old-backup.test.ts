import { expect, test } from 'vitest';
import { openStaysForFile } from '../../../test/paid-stays.ts';
import { reconcilePayments } from './reconcile-payments.server.ts';

const stays = await openStaysForFile();
const dayMs = 86_400_000;

test('payments stay paused after the restore of a backup that is older than the events that the provider lists', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug, {}, 300);
  const { quote_id } = await stays.stored(placed.code);
  const policy = { name: 'P', steps: [{ days_before: 1, refund_percent: 50 }], graceHours: 0 };
  await stays.db
    .updateTable('quotes')
    .set({ cancellation_policy: JSON.stringify(policy) })
    .where('id', '=', quote_id)
    .execute();
  const since = new Date();
  await stays.db.insertInto('payment_pause').values({ since, notified_at: null }).execute();
  const inDaysFromNow = (days: number) => ({
    ...stays.ctx,
    now: () => new Date(Date.now() + days * dayMs),
  });
  await reconcilePayments(inDaysFromNow(45));
  expect(await stays.db.selectFrom('payment_pause').selectAll().execute()).toHaveLength(1);
  const response = await stays.act(placed, 'cancel', { refund: 30_000 });
  expect(response.status).toBe(503);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
  await reconcilePayments(inDaysFromNow(20));
  expect(await stays.db.selectFrom('payment_pause').selectAll().execute()).toEqual([]);
});
