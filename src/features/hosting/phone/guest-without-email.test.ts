import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { runReviews } from '../../reviews/send-requests.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const inCash = { kind: 'elsewhere', how: 'Cash', amount: 60_000 };
const book = async (more: object, from = 60) => {
  const { slug } = await stays.addProperty({ access_notes: 'Door code 4711' });
  const json = {
    property: slug,
    checkin: inDays(from),
    checkout: inDays(from + 3),
    guests: 2,
    pets: 0,
    name: 'Bea Roe',
    payment: inCash,
    ...more,
  };
  const response = await host.request('POST', '/api/admin/bookings', { json });
  return { ...(await response.json()), http: response.status };
};
const post = (path: string, json: object) => host.request('POST', `/api/admin/bookings/${path}`, { json });
const detail = async (code: string) => (await host.request('GET', `/api/admin/bookings/${code}`)).json();
const phone = '+1 850 555 0111';
const mailedTo = async (address: string) =>
  (await stays.queuedMail()).filter(({ to }) => to.address === address);

const noContact = 'Please enter an e-mail address or a phone number';

test.each([
  [{}, { email: noContact, phone: noContact }],
  [
    { email: '', phone: '' },
    { email: noContact, phone: noContact },
  ],
  [
    { email: null, phone: null },
    { email: noContact, phone: noContact },
  ],
  [{ email: 'bea@', phone }, { email: 'Email is not a valid email' }],
  [{ email: 'bea@guests.example', phone: '1' }, { phone: expect.stringContaining('phone number') }],
])('a booking by phone with %j is rejected by its fields', async (contact, fields) => {
  expect(await book(contact)).toMatchObject({ http: 400, fields });
});

test('an e-mail address without a phone number suffices', async () => {
  const { http, code } = await book({ email: 'only-mail@guests.example' });
  expect(http).toBe(201);
  expect(await stays.stored(code)).toMatchObject({ email: 'only-mail@guests.example', phone: '' });
  expect(await stays.subjects(code, 'guest')).toHaveLength(1);
});

test('a stay of a guest with only a phone number is booked, and only hosts get mail', async () => {
  const { http, code } = await book({ phone }, 2);
  expect(http).toBe(201);
  expect(await stays.stored(code)).toMatchObject({ email: '', phone, status: 'confirmed' });
  const [notice] = (await stays.queuedMail()).filter(({ subject }) => subject.includes(code));
  expect(notice?.text).toContain('E-mail: (not given)');
  await stays.run();
  expect((await stays.stored(code)).arrival_sent_at).toBeNull();
  expect((await post(`${code}/cancel`, { refund: 0, reason: 'Flooded' })).status).toBe(200);
  expect(await stays.subjects(code, 'guest')).toEqual([]);
  expect(await stays.subjects(code, 'hosts')).toHaveLength(2);
  expect(await mailedTo('')).toEqual([]);
  expect((await detail(code)).mails.map(({ to }: { to: string }) => to)).toEqual(['hosts', 'hosts']);
});

test('hosts hand on the page of a guest without an address, to whom they cannot write', async () => {
  const { code, key } = await book({ phone });
  const { guestUrl, can } = await detail(code);
  expect(guestUrl).toMatch(new RegExp(`/trips/${code}\\?key=${key}$`));
  expect(can).not.toContain('message');
  expect((await post(`${code}/message`, { text: 'Hello' })).status).toBe(409);
  expect(await stays.read({ code, key })).toMatchObject({ email: '', phone });
  expect((await detail((await book({ email: 'mail@guests.example' })).code)).guestUrl).toBeNull();
});

test('a payment page for a guest without an address opens, and asks them for one', async () => {
  const placed = await book({ phone, payment: { kind: 'link' } });
  expect(await stays.subjects(placed.code, 'guest')).toEqual([]);
  expect((await detail(placed.code)).guestUrl).toBe(placed.payUrl);
  const response = await stays.act(placed, 'checkout');
  expect(response.status).toBe(200);
  await stays.step(stays.sessionOf((await response.json()).url), 'complete');
  await stays.run();
  expect(await stays.stored(placed.code)).toMatchObject({ status: 'confirmed', email: '' });
  expect(await mailedTo('')).toEqual([]);
});

test('an address that hosts add later gets the booking, and nothing goes to the empty one', async () => {
  const { code } = await book({ phone });
  const email = 'bea-later@guests.example';
  const response = await post(`${code}/guest`, { email });
  expect([response.status, (await response.json()).guestUrl]).toEqual([200, null]);
  expect(await mailedTo(email)).toHaveLength(1);
  expect(await mailedTo('')).toEqual([]);
});

test('a guest without an address gets no request for a review', async () => {
  const { code } = await book({ phone }, 5);
  await stays.set(code, { checkin: inDays(-5), checkout: inDays(-2) });
  await runReviews(stays.ctx);
  expect(await mailedTo('')).toEqual([]);
});
