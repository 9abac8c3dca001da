import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { openShop, type Shop } from '../../../test/shop.ts';
import { type Browser, mailedCode, requestCode, signedInBrowser, submitCode } from '../../../test/sign-in.ts';
import { createLog } from './logger.server.ts';

const guest = 'ann@guests.example';
const uuid = /^[0-9a-f-]{36}$/;
const minuteMs = 60_000;

let written = '';
const log = createLog('warn', {
  write(line: string) {
    written += line;
  },
});
const lines = () =>
  written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

let shop: Shop;
let browser: Browser;
let laterMs = 0;
beforeAll(async () => {
  shop = await openShop({ log, now: () => new Date(Date.now() + laterMs) });
  browser = await signedInBrowser(shop, guest);
});
beforeEach(() => {
  written = '';
  laterMs = 0;
});
afterAll(() => shop.close());

/** Checks that the log has neither personal data nor secrets. */
function expectNothingPersonal(secrets: string[]): void {
  for (const secret of [...secrets, '@guests.example', 'session=', '203.0.113.77'])
    expect(written).not.toContain(secret);
}

test.each([
  ['GET', '/api/tables/products?q=secret', '/api/tables/:table'],
  ['GET', '/api/tables/products/secret', '/api/tables/:table/:id'],
  ['POST', '/api/tables/products', '/api/tables/:table'],
  ['DELETE', '/api/tables/products/secret', '/api/tables/:table/:id'],
  ['GET', '/api/tables/products/export', '/api/tables/:table/export'],
  ['GET', '/api/admin/schemas', '/api/admin/schemas'],
  ['GET', '/api/admin/trash?table=products', '/api/admin/trash'],
  ['GET', '/api/admin/media', '/api/admin/media'],
  ['POST', '/api/blog', '/api/blog'],
])('%s %s is logged when it is denied to a visitor and to a guest', async (method, path, route) => {
  const json = method === 'POST' ? {} : undefined;
  const responses = [
    await shop.request(method, path, { json }),
    await browser.request(method, path, { json, headers: { 'User-Agent': 'secret' } }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([401, 403]);
  const refusal = { level: 40, event: 'refused', method, route, requestId: expect.stringMatching(uuid) };
  expect(lines()).toMatchObject([
    { ...refusal, status: 401, reason: 'Please sign in first.' },
    { ...refusal, status: 403, reason: "You don't have permission to do this." },
  ]);
  expect(lines().map(({ requestId }) => requestId)).toEqual(
    responses.map(({ headers }) => headers.get('X-Request-Id')),
  );
  expectNothingPersonal(['secret', ...browser.jar.values()]);
});

test('each failed code sign-in is logged with its reason', async () => {
  const browser = cookieBrowser(shop);
  const guest = 'bob@guests.example';
  await requestCode(browser, guest);
  const code = await mailedCode(shop, guest);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const responses = [
    await submitCode(browser, guest, wrong),
    await submitCode(cookieBrowser(shop), guest, code),
  ];
  laterMs = 11 * minuteMs;
  responses.push(await submitCode(browser, guest, code));
  laterMs = 0;
  const { jar } = browser;
  const before = new Map(jar);
  expect((await submitCode(browser, guest, code)).status).toBe(200);
  responses.push(await submitCode(cookieBrowser(shop, Object.fromEntries(before)), guest, code));
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  const events = lines().filter(({ event }) => event === 'wrong-code');
  expect(events.map(({ level, reason }) => [level, reason])).toEqual([
    [40, 'wrong'],
    [40, 'other-browser'],
    [40, 'expired'],
    [40, 'used'],
  ]);
  expect(events.map(({ requestId }) => requestId)).toEqual(
    responses.map(({ headers }) => headers.get('X-Request-Id')),
  );
  expect(written).not.toMatch(new RegExp(`[":](${code}|${wrong})[",}]`));
  expectNothingPersonal([...before.values(), ...jar.values()]);
});

test('exhausted code attempts are logged', async () => {
  const browser = cookieBrowser(shop);
  const email = 'five@guests.example';
  await requestCode(browser, email);
  const code = await mailedCode(shop, email);
  for (let count = 1; count <= 6; count += 1)
    await submitCode(browser, email, String((Number(code) + count) % 1_000_000).padStart(6, '0'));
  expect(lines().map(({ reason }) => reason)).toEqual([...Array(5).fill('wrong'), 'guesses-used-up']);
});

test('rejected Google and passkey sign-ins are logged with their reason', async () => {
  const browser = cookieBrowser(shop);
  const exchange = await browser.request('POST', '/api/sessions', { json: { code: 'code-secret' } });
  await browser.request('POST', '/api/passkeys/login-options');
  const login = await browser.request('POST', '/api/passkeys/login', { json: { response: unknownPasskey } });
  expect([exchange.status, login.status]).toEqual([400, 400]);
  expect(lines()).toMatchObject([
    { level: 40, event: 'google-refused', reason: 'flow' },
    { level: 40, event: 'passkey-refused', reason: 'challenge', purpose: 'sign-in' },
  ]);
  expect(lines().map(({ requestId }) => requestId)).toEqual(
    [exchange, login].map(({ headers }) => headers.get('X-Request-Id')),
  );
  expectNothingPersonal(['code-secret', ...browser.jar.values()]);
});

/** A response such as a device that this site does not know might send. */
const unknownPasskey = {
  id: 'A'.repeat(16),
  rawId: 'A'.repeat(16),
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
};

test('every rejected webhook is logged with its reason', async () => {
  const event = JSON.stringify({ id: 'evt_secret', object: 'event', type: 'x', data: { object: {} } });
  const send = (body: string, headers: Record<string, string> = {}) =>
    shop.request('POST', '/api/webhooks/stripe', { body, headers, from: '203.0.113.77' });
  const responses = [
    await send(event),
    await send(event, { 'Stripe-Signature': 't=1,v1=00' }),
    await send('x'.repeat(1_000_001)),
  ];
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400]);
  const refusals = lines().filter(({ msg }) => msg === 'a webhook was refused');
  expect(refusals).toMatchObject(
    [
      'This event is not signed by the card provider, or too old.',
      'This event is not signed by the card provider, or too old.',
      'This is not an event of the card provider.',
    ].map((reason) => ({
      level: 40,
      event: 'refused',
      route: '/api/webhooks/stripe',
      status: 400,
      reason,
    })),
  );
  expect(refusals.map(({ requestId }) => requestId)).toEqual(
    responses.map(({ headers }) => headers.get('X-Request-Id')),
  );
  expectNothingPersonal(['evt_secret', 'whsec_']);
});

test('ordinary rejections are not logged', async () => {
  await shop.request('POST', '/api/forms/submit', { json: {} });
  await shop.request('GET', '/api/nothing-here');
  await shop.request('POST', '/api/verify-otp', { json: { email: guest, otp: 'abc' } });
  expect(lines()).toEqual([]);
});
