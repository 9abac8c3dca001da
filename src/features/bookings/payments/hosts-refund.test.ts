import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const act = (code: string, path: string, json: object) =>
  host.request('POST', `/api/admin/bookings/${code}/${path}`, { json });
const giveBack = (code: string, amount: number) =>
  act(code, 'refund', { amount, reason: 'The pool was closed' });

test('what hosts give back is never charged or asked for again', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
  expect((await giveBack(placed.code, 5_000)).status).toBe(200);
  await stays.run();
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000', 'refund 5000']);
  const trip = await stays.read(placed);
  expect(trip).toMatchObject({ paid: 55_000, due: 0 });
  expect(trip.can).not.toContain('pay');
  const { bookings } = await (await host.request('GET', `/api/admin/bookings?search=${placed.code}`)).json();
  expect(bookings).toEqual([expect.objectContaining({ paid: 55_000, open: 0 })]);
  const { balancesDue } = await (await host.request('GET', '/api/admin/today')).json();
  expect(balancesDue.map(({ code }: { code: string }) => code)).not.toContain(placed.code);
});

test('what hosts give back of a deposit makes the balance smaller', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  await giveBack(placed.code, 5_000);
  expect(await stays.read(placed)).toMatchObject({ paid: 13_000, due: 42_000 });
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'refund 5000', 'charge 42000']);
});

test('a move keeps what hosts gave back', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  await giveBack(placed.code, 5_000);
  const shorter = { checkin: inDays(60), checkout: inDays(62) };
  expect(await (await act(placed.code, 'move/preview', shorter)).json()).toMatchObject({
    ...{ paid: 55_000, due: 0, refund: 20_000 },
  });
  const longer = { checkin: inDays(60), checkout: inDays(64) };
  expect((await act(placed.code, 'move', longer)).status).toBe(200);
  expect(await stays.read(placed)).toMatchObject({ total: 80_000, paid: 55_000, due: 20_000 });
});
