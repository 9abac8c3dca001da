import { expect, test } from 'vitest';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { chargeable } from '../pricing/min-charge.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com');

test('an open amount below the least that a card can be charged is not due', () => {
  expect([-7, 0, 1, 49, 50, 51].map(chargeable)).toEqual([-7, 0, 0, 0, 50, 51]);
});

test.each([
  [16, 0, ['cancel', 'askForChange', 'message', 'add_extras'], 409],
  [17, 51, ['pay', 'cancel', 'askForChange', 'message', 'add_extras'], 200],
])(
  'a stay moved to a home that costs %i cents a night more: %i cents are due',
  async (more, due, can, status) => {
    const [from, to] = [await stays.addProperty(), await stays.addProperty({ nightly_cents: 20_000 + more })];
    const placed = await stays.confirmed(from.slug);
    const json = { property: to.slug, checkin: inDays(60), checkout: inDays(63) };
    const moved = await host.request('POST', `/api/admin/bookings/${placed.code}/move`, { json });
    expect(moved.status).toBe(200);
    expect(await stays.read(placed)).toMatchObject({ due, can });
    expect((await stays.act(placed, 'checkout')).status).toBe(status);
  },
);
