import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { openStaysForFile } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { renewAccess } from '../record/renew-access.server.ts';

const stays = await openStaysForFile();
const agreed = { houseRules: true, cancellation: true };
const guest = {
  name: 'Ann Lee',
  phone: '+1 850 555 0100',
  plan: 'full',
  agreed,
};

/** Sends one booking as often as it is called, with the same key. */
async function repeatable() {
  const { slug } = await stays.addProperty();
  const { id: quoteId } = await stays.quote(slug);
  const [key, from] = [newId(), anyAddress()];
  const email = `ann-${key}@guests.example`;
  return async (browser: Pick<typeof stays, 'request'> = stays) => {
    const response = await browser.request('POST', '/api/bookings', {
      json: { quoteId, ...guest, email },
      headers: { 'Idempotency-Key': key },
      from,
    });
    return { ...(await response.json()), http: response.status };
  };
}

test('a booking that is sent again after its page expired names the end of the hold that the new page has', async () => {
  const send = await repeatable();
  const first = await send();
  await stays.step(stays.sessionOf(first.checkoutUrl), 'expire');
  await stays.set(first.code, { hold_expires_at: new Date(Date.now() + 120_000) });
  const again = await send();
  expect(again).toMatchObject({ http: 201, code: first.code, status: 'held' });
  expect(again.checkoutUrl).not.toBe(first.checkoutUrl);
  expect(again.holdExpiresAt).toBe((await stays.stored(first.code)).hold_expires_at?.toISOString());
});

test('a booking that is sent again when nothing is left to pay is reported as confirmed', async () => {
  const send = await repeatable();
  const first = await send();
  await stays.step(stays.sessionOf(first.checkoutUrl), 'expire');
  await stays.read(first);
  await stays.set(first.code, { due_now_cents: 0 });
  expect(await send()).toMatchObject({
    http: 201,
    code: first.code,
    status: 'confirmed',
    checkoutUrl: expect.stringContaining(`/trips/${first.code}`),
  });
});

test('a booking that is sent again without the first cookie opens in the browsers of both responses', async () => {
  const send = await repeatable();
  const [first, second] = [cookieBrowser(stays), cookieBrowser(stays)];
  const { code } = await send(first);
  expect(await send(second)).toMatchObject({ http: 201, code });
  expect([...second.jar]).not.toEqual([...first.jar]);
  for (const browser of [first, second])
    expect((await browser.request('GET', `/api/bookings/${code}`)).status).toBe(200);
});

test('two concurrent requests for one booking without a cookie open it in both browsers', async () => {
  const send = await repeatable();
  const browsers = [cookieBrowser(stays), cookieBrowser(stays)];
  const placed = await Promise.all(browsers.map(send));
  expect(placed).toMatchObject([{ http: 201 }, { http: 201, code: placed[0].code }]);
  for (const browser of browsers)
    expect((await browser.request('GET', `/api/bookings/${placed[0].code}`)).status).toBe(200);
});

test('a booking that is sent again after its key was renewed opens in no further browser', async () => {
  const send = await repeatable();
  const { code } = await send();
  const booking = await stays.stored(code);
  await stays.db.transaction().execute((tx) => renewAccess(stays.ctx, tx, booking));
  const browser = cookieBrowser(stays);
  expect(await send(browser)).toMatchObject({ http: 409 });
  expect((await browser.request('GET', `/api/bookings/${code}`)).status).toBe(404);
});
