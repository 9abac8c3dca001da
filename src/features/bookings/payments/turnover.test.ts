import { expect, test } from 'vitest';
import { calendar, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { readFeedNow } from '../../channels/import/read-feeds.server.ts';

const stays = await openStaysForFile();
const feeds = await openFeedsForFile();

test.each([
  ['the day of its check-out', 63, 66, 'refund'],
  ['the night before its check-in', 57, 60, 'refund'],
  ['a night after the turnover', 64, 66, 'confirmed'],
])(
  'T-06: a late payment beside a stay that another channel sold for %s leaves a night of turnover between',
  async (_, from, until, outcome) => {
    const { id, slug } = await stays.addProperty({ turnover_nights: 1 });
    const placed = await stays.holdPaid(slug);
    await stays.set(placed.code, { status: 'expired' });
    const feed = await feeds.add(stays.db, id, calendar(stay('sold', inDays(from), inDays(until))));
    await readFeedNow(stays.ctx, feed.id);
    await stays.run();
    await stays.run();
    const ledger = await stays.ledger(placed.code);
    if (outcome === 'confirmed') expect(ledger).toEqual(['charge 60000']);
    else expect(ledger).toEqual(['charge 60000', 'refund 60000']);
    expect((await stays.stored(placed.code)).status).toBe(outcome === 'confirmed' ? 'confirmed' : 'expired');
  },
);

test('nights that another channel only closed need no turnover', async () => {
  const { id, slug } = await stays.addProperty({ turnover_nights: 1 });
  const placed = await stays.holdPaid(slug);
  await stays.set(placed.code, { status: 'expired' });
  const closed = calendar(stay('closed', inDays(63), inDays(66), 'Airbnb (Not available)'));
  await readFeedNow(stays.ctx, (await feeds.add(stays.db, id, closed)).id);
  await stays.run();
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
});
