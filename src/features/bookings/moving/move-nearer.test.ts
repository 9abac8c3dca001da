import { expect, test } from 'vitest';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com');

async function movedNearer({ hasCard }: { hasCard: boolean }): Promise<Placed> {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, 90);
  if (!hasCard) await stays.set(placed.code, { stripe_customer_id: null, stripe_payment_method_id: null });
  const response = await host.request('POST', `/api/admin/bookings/${placed.code}/move`, {
    json: { checkin: inDays(20), checkout: inDays(23) },
  });
  expect(response.status).toBe(200);
  return placed;
}
const movedMail = async ({ code }: Placed) =>
  (await stays.queuedMail()).findLast(
    ({ subject }) => subject.startsWith('Moved: ') && subject.includes(code),
  )?.text;

test('the rest of a deposit whose day a move skipped is charged to the stored card the day after, as the mail says', async () => {
  const placed = await movedNearer({ hasCard: true });
  expect((await stays.stored(placed.code)).balance_due_on).toBe(inDays(1));
  expect(await movedMail(placed)).toContain('we charge $420.00 to the card you paid with');
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000']);
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
});

test('without a stored card the mail about the move asks for the rest with a button, and reminders follow', async () => {
  const placed = await movedNearer({ hasCard: false });
  expect(await movedMail(placed)).toContain('$420.00 is open now. Please pay it with this link.');
  expect(await movedMail(placed)).toContain('Pay $420.00');
  await stays.run();
  const reminders = async () =>
    (await stays.subjects(placed.code, 'guest')).filter((one) => one.startsWith('Please pay $420.00'));
  expect(await reminders()).toHaveLength(0);
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect(await reminders()).toHaveLength(1);
});

test('a reminder of a balance that still waits is deleted by a move, whose own mail announces the balance again', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, 95);
  await stays.set(placed.code, { stripe_payment_method_id: null, balance_due_on: inDays(-1) });
  await stays.run();
  expect(await stays.subjects(placed.code, 'guest')).toContainEqual(expect.stringMatching(/^Please pay /));
  await host.request('POST', `/api/admin/bookings/${placed.code}/move`, {
    json: { checkin: inDays(110), checkout: inDays(113) },
  });
  expect(await stays.subjects(placed.code, 'guest')).toEqual([expect.stringMatching(/^Moved: /)]);
  expect(await movedMail(placed)).toContain('$420.00 is due on');
});
