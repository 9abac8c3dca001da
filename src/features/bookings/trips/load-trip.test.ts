import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { loadTrip } from './load-trip.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));

/** The API as the trip's page calls it, with the key of its link. */
const apiFor =
  ({ key }: Pick<Placed, 'key'>): Fetch =>
  (input, init) =>
    stays.request(init?.method ?? 'GET', String(input), { headers: { 'X-Booking-Key': key } });

test('a trip comes with its home; of one that is listed no longer it keeps the name', async () => {
  const { id, slug } = await stays.addProperty({ title: 'Quiet Dune' });
  const placed = await stays.confirmed(slug);
  const listed = await loadTrip(placed.code, apiFor(placed));
  expect(listed).toMatchObject({
    trip: { property: { title: 'Quiet Dune' } },
    property: { slug, title: 'Quiet Dune' },
  });
  await stays.db.updateTable('properties').set({ is_listed: false }).where('id', '=', id).execute();
  await expect.poll(async () => (await loadTrip(placed.code, apiFor(placed))).property).toBeNull();
  expect((await loadTrip(placed.code, apiFor(placed))).trip).toMatchObject({
    property: { slug, title: 'Quiet Dune' },
    status: 'confirmed',
  });
});

test('refunds by hosts are not open on the guest’s page, and the rest after a deposit is, on its day', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  const { balance_due_on } = await stays.stored(placed.code);
  const load = async () => (await loadTrip(placed.code, apiFor(placed))).trip;
  expect(await load()).toMatchObject({ due: 42_000, dueOn: balance_due_on });
  const json = { amount: 8_000, reason: 'The pool was closed' };
  await host.request('POST', `/api/admin/bookings/${placed.code}/refund`, { json });
  const after = await load();
  expect(after).toMatchObject({ due: 42_000, dueOn: balance_due_on, refunds: [{ amount: 8_000 }] });
  const response = await stays.act(placed, 'checkout');
  const session = await stays.stripe.checkout.sessions.retrieve(stays.sessionOf((await response.json()).url));
  expect(session.amount_total).toBe(after.due);
});

test('a booking that is unknown, or another guest’s, is no page; a server that is down is an error', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.hold(slug);
  for (const [code, key] of [
    ['00000000', placed.key],
    [placed.code, 'y'.repeat(43)],
  ] as const)
    await expect(loadTrip(code, apiFor({ key }))).rejects.toMatchObject({ init: { status: 404 } });
  const down: Fetch = async () => Response.json({ message: 'The database is away.' }, { status: 503 });
  await expect(loadTrip(placed.code, down)).rejects.toMatchObject({
    status: 503,
    message: 'The database is away.',
  });
});
