import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { anonymizeDue } from './anonymize-store.server.ts';

const stays = await openStaysForFile();

test('a stay of a deleted account that is cancelled later is anonymized the next day, not at its old check-out', async () => {
  const guest = await signedInBrowser(stays, 'gone@guests.example', cookieBrowser(stays));
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug, { email: 'gone@guests.example', name: 'Cay Gone' }, 300);
  expect((await guest.request('DELETE', '/api/users/me', {})).status).toBeLessThan(300);
  const headers = { 'X-Booking-Key': placed.key };
  const figure = await stays.request('GET', `/api/bookings/${placed.code}/cancellation`, { headers });
  const { refund } = await figure.json();
  expect((await stays.act(placed, 'cancel', { refund })).status).toBe(200);
  await anonymizeDue(stays.db, inDays(1));
  expect(await stays.stored(placed.code)).toMatchObject({
    name: 'Deleted',
    email: 'deleted@account.invalid',
    phone: '',
  });
});
