import { beforeEach, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { anyAddress } from '../../../test/shop.ts';
import { requestCode } from '../../../test/sign-in.ts';

/* How often signing in may be attempted, to the last attempt that goes through, and what a person reads after that. */

const app = await testAppForFile();
const { db, pool } = app.platform;
beforeEach(() => pool.query('truncate rate_limits, login_codes, oauth_requests, webauthn_challenges'));

const id = 'a'.repeat(43);
const passkey = {
  id,
  rawId: id,
  type: 'public-key',
  response: {
    clientDataJSON: Buffer.from(JSON.stringify({ challenge: 'b'.repeat(43) })).toString('base64url'),
  },
};
const code = (email: string) => ({ path: '/api/verify-otp', json: { email, otp: '123456' } });
const email = (count: number) => `guest-${count}@guests.example`;

interface Call {
  path: string;
  json?: object;
  /** Whether each call comes from another client address, so that only the tested limit counts. */
  isSpread?: boolean;
}
const limits: [string, number, string, (count: number) => Call][] = [
  [
    'codes for one network, whatever address they are for',
    30,
    'Many codes were asked for from your network. Please try again later.',
    (count) => ({ path: '/api/send-otp', json: { email: email(count) } }),
  ],
  [
    'codes for one address, whatever network they come from',
    5,
    'Many codes were sent to this address. Please try again later.',
    () => ({ path: '/api/send-otp', json: { email: 'ann@guests.example' }, isSpread: true }),
  ],
  [
    'guesses at one address by browsers without a code',
    20,
    'Too many wrong codes. Please try again later.',
    () => ({ ...code('ann@guests.example'), isSpread: true }),
  ],
  [
    'guesses of one network at any address',
    100,
    'Too many wrong codes. Please try again later.',
    (count) => code(email(count)),
  ],
  [
    'challenges for a passkey',
    120,
    'You have used passkeys many times within an hour. Please try again later.',
    () => ({ path: '/api/passkeys/login-options' }),
  ],
  [
    'responses of a passkey',
    60,
    'You have used passkeys many times within an hour. Please try again later.',
    () => ({ path: '/api/passkeys/login', json: { response: passkey } }),
  ],
];

test.each(limits)('%s: %i, then a message and a time to wait', async (_, points, message, toCall) => {
  const here = anyAddress();
  const send = (count: number) => {
    const { path, json, isSpread } = toCall(count);
    return app.request('POST', path, { json, from: isSpread ? anyAddress() : here });
  };
  const statuses = new Set<number>();
  for (let count = 0; count < points; count += 1) statuses.add((await send(count)).status);
  expect([...statuses]).not.toContain(429);
  const limited = await send(points);
  expect([limited.status, await limited.json()]).toMatchObject([429, { code: 'tooMany', message }]);
  const wait = Number(limited.headers.get('Retry-After'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(70 * 60);
});

test('a request over a limit mails nothing, stores nothing and sets no cookie', async () => {
  const from = anyAddress();
  for (let count = 0; count < 30; count += 1)
    await app.request('POST', '/api/send-otp', { json: { email: email(count) }, from });
  const [mails, challenge] = [(await app.queuedMail()).length, '/api/passkeys/login-options'];
  const limited = await app.request('POST', '/api/send-otp', {
    json: { email: 'late@guests.example' },
    from,
  });
  expect([limited.status, limited.headers.getSetCookie()]).toEqual([429, []]);
  expect(await app.queuedMail()).toHaveLength(mails);
  const codes = await db.selectFrom('login_codes').select('email').execute();
  expect(codes.map((row) => row.email)).not.toContain('late@guests.example');
  for (let count = 0; count < 120; count += 1) await app.request('POST', challenge, { from });
  const stored = () => db.selectFrom('webauthn_challenges').select('id').execute();
  const before = (await stored()).length;
  const denied = await app.request('POST', challenge, { from });
  expect([denied.status, denied.headers.getSetCookie()]).toEqual([429, []]);
  expect(await stored()).toHaveLength(before);
});

test('limits of one kind do not use up those of another, nor those of another network', async () => {
  const from = anyAddress();
  for (let count = 0; count < 31; count += 1)
    await app.request('POST', '/api/send-otp', { json: { email: email(count) }, from });
  expect((await app.request('POST', '/api/passkeys/login-options', { from })).status).toBe(200);
  expect(
    (await app.request('POST', '/api/verify-otp', { json: code('a@b.example').json, from })).status,
  ).toBe(400);
  expect((await requestCode(cookieBrowser(app), 'new@guests.example')).status).toBe(200);
});

test('an address that cannot be mailed uses up nothing of the network', async () => {
  const from = anyAddress();
  for (let count = 0; count < 40; count += 1) {
    const response = await app.request('POST', '/api/send-otp', { json: { email: 'no address' }, from });
    expect(response.status).toBe(400);
  }
  expect((await app.request('POST', '/api/send-otp', { json: { email: email(1) }, from })).status).toBe(200);
});
