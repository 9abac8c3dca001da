import { expect, test } from 'vitest';
import { openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';

const stays = await openStaysForFile();

/** How often the provider was called for the payment page of a booking. */
async function checks({ checkoutUrl }: Placed): Promise<number> {
  const calls = await stays.provider<{ method: string; path: string }[]>('GET', '/stripe/test/requests');
  const path = `/v1/checkout/sessions/${stays.sessionOf(checkoutUrl)}`;
  return calls.filter((call) => call.method === 'GET' && call.path.startsWith(path)).length;
}

/** @returns the statuses that so many see who read a booking at once, and the most checks that one a second allows */
async function readers(placed: Placed, count: number) {
  const startedAt = Date.now();
  const reads = Array.from({ length: count }, async () => (await stays.read(placed)).status);
  const seen = new Set(await Promise.all(reads));
  return { seen: [...seen], maxChecks: 1 + Math.floor((Date.now() - startedAt) / 1000) };
}
const hold = async () => stays.hold((await stays.addProperty()).slug);

test('fifty readers of an unpaid booking make one call a second to the provider', {
  tags: ['waits'],
}, async () => {
  const placed = await hold();
  for (let burst = 0, maxChecks = 0; burst < 2; burst += 1) {
    const read = await readers(placed, 50);
    maxChecks += read.maxChecks;
    expect(read.seen).toEqual(['held']);
    expect(await checks(placed)).toBeLessThanOrEqual(maxChecks);
  }
});

test('fifty readers who come just after a check that saw no payment all see the one that came since', async () => {
  const placed = await hold();
  await stays.read(placed);
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  const { seen, maxChecks } = await readers(placed, 50);
  expect(seen).toEqual(['confirmed']);
  expect(await checks(placed)).toBeLessThanOrEqual(1 + maxChecks);
});

test('readers who come while a slow provider is called for another one see the payment, too', async () => {
  const placed = await hold();
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  await stays.faults({ apiHangSeconds: 1.5 });
  const { seen } = await readers(placed, 3);
  await stays.faults({ apiHangSeconds: 0 });
  expect(seen).toEqual(['confirmed']);
});

test('an interrupted check is repeated a second later', async () => {
  const placed = await hold();
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  await stays.db.updateTable('payment_attempts').set({ checked_at: new Date() }).execute();
  expect(await readers(placed, 1)).toMatchObject({ seen: ['confirmed'] });
});
