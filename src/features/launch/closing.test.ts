import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { openStaysForFile } from '../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const { slug } = await stays.addProperty();
const close = () => host.request('POST', '/api/admin/launch/close', { json: {} });
const refuse = (isRefused: boolean) =>
  fetch(`${stays.platform.settings.stripe.apiUrl}/stripe/test/expire`, {
    method: 'PUT',
    body: JSON.stringify({ refuse: isRefused }),
  });

test('the site stays open while a payment page cannot be expired, then closes and lets the hold go', async () => {
  const hold = await stays.hold(slug, {}, 60);
  await refuse(true);
  const refused = await close();
  expect([refused.status, (await refused.json()).reason]).toEqual([409, 'payment_under_way']);
  expect((await stays.stored(hold.code)).status).toBe('held');
  await refuse(false);
  const closed = await close();
  expect([closed.status, (await closed.json()).state]).toEqual([200, 'closed']);
  expect((await stays.stored(hold.code)).status).toBe('released');
});
