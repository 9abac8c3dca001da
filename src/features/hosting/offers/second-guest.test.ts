import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const details = { phone: '+1 850 555 0122', plan: 'full', agreed: { houseRules: true, cancellation: true } };

async function offer(more: object = {}) {
  const { slug } = await stays.addProperty();
  const expiresAt = new Date(Date.now() + 48 * 3_600_000).toISOString();
  const dates = { checkin: inDays(60), checkout: inDays(63) };
  const json = { property: slug, ...dates, guests: 2, pets: 0, expiresAt, ...more };
  const { token } = await (await host.request('POST', '/api/admin/offers', { json })).json();
  return `/api/offers/${token}/bookings`;
}

async function accept(path: string, browser: ReturnType<typeof cookieBrowser>, name: string) {
  const email = `${name.toLowerCase()}@guests.example`;
  const response = await browser.request('POST', path, { json: { ...details, name, email } });
  return { http: response.status, ...(await response.json()) };
}

const byKey = ({ code, key }: { code: string; key: string }) =>
  stays.request('GET', `/api/bookings/${code}`, { headers: { 'X-Booking-Key': key }, from: anyAddress() });

test.each([true, false])(
  'a guest whose payment page of an offer expired has no key to the stay of the next guest (held nights: %s)',
  async (holdNights) => {
    const path = await offer({ holdNights });
    const [eve, phone, bob] = [cookieBrowser(stays), cookieBrowser(stays), cookieBrowser(stays)];
    const first = await accept(path, eve, 'Eve');
    await accept(path, phone, 'Eve');
    await stays.step(stays.sessionOf(first.checkoutUrl), 'expire');
    await stays.run();
    const second = await accept(path, bob, 'Bob');
    expect(second.http).toBe(201);
    await stays.step(stays.sessionOf(second.checkoutUrl), 'complete');
    await stays.run();
    expect((await stays.stored(second.code)).status).toBe('confirmed');
    expect((await byKey(first)).status).toBe(404);
    for (const browser of [eve, phone])
      expect((await browser.request('GET', `/api/bookings/${first.code}`)).status).toBe(404);
    const figure = { json: { refund: 0 }, headers: { 'X-Booking-Key': first.key }, from: anyAddress() };
    expect((await stays.request('POST', `/api/bookings/${first.code}/cancel`, figure)).status).toBe(404);
    expect(await (await byKey(second)).json()).toMatchObject({ name: 'Bob', email: 'bob@guests.example' });
    expect((await bob.request('GET', `/api/bookings/${second.code}`)).status).toBe(200);
    const { to } = (await stays.queuedMail()).filter(({ subject }) => subject.includes(second.code))[1] ?? {};
    expect(to?.address).toBe('bob@guests.example');
  },
);

test('while a guest pays an offer, another one gets a message, without its code, key or page', async () => {
  const path = await offer();
  await accept(path, cookieBrowser(stays), 'Ann');
  const mallory = cookieBrowser(stays);
  const answer = await accept(path, mallory, 'Mallory');
  const message =
    'Somebody is paying this offer just now. Please try again in half an hour, or ask us for another offer.';
  expect(answer).toEqual({ http: 409, code: 'conflict', message, error: message });
  expect(await accept(path, cookieBrowser(stays), 'Ann')).toMatchObject({ http: 201 });
});

test.each<[string, string, object]>([
  ['renewed its link', 'renew-link', {}],
  ['corrected the address of its guest', 'guest', { email: 'right@guests.example' }],
])('an offer is not taken again after the hosts have %s', async (_, call, json) => {
  const path = await offer();
  const { code, checkoutUrl } = await accept(path, cookieBrowser(stays), 'Zoe');
  await stays.step(stays.sessionOf(checkoutUrl), 'expire');
  await stays.run();
  expect((await host.request('POST', `/api/admin/bookings/${code}/${call}`, { json })).status).toBe(200);
  const before = await stays.stored(code);
  for (const name of ['Zoe', 'Mallory']) {
    const again = await accept(path, cookieBrowser(stays), name);
    expect([again.http, again.key]).toEqual([409, undefined]);
  }
  expect(await stays.stored(code)).toEqual(before);
});
