import { expect, test } from 'vitest';
import { adminStatus, fetchUser, listSessions, logout } from './calls.ts';
import { codeSignIn, loginCodes } from './email-code/calls.ts';
import { exchangeForSession, fetchRedirect } from './google/calls.ts';
import { listPasskeys } from './passkeys/calls.ts';

const responding =
  (status: number, body: string | null = null): typeof fetch =>
  async () =>
    new Response(body, { status });
type Call = (fetch: typeof globalThis.fetch) => Promise<unknown>;

const email = 'ann@guests.example';
const openBodies: [name: string, call: Call][] = [
  ['GET /api/logout', (fetch) => logout.end({ fetch })],
  ['POST /api/sessions', (fetch) => exchangeForSession('code', '', fetch)],
  ['POST /api/send-otp', (fetch) => loginCodes.send({ json: { email }, fetch })],
  ['POST /api/verify-otp', (fetch) => codeSignIn.verify({ json: { email, otp: '123456' }, fetch })],
];

test.each(openBodies)('%s accepts any response body, or none', async (_, call) => {
  for (const body of [null, '', '{}', 'null', '<html>'])
    await expect(call(responding(200, body))).resolves.not.toThrow();
});

test('a code is rejected by an error in the response with any status', async () => {
  for (const status of [200, 400]) {
    const fetch = responding(status, '{"error":"Not that one.","message":"Other"}');
    await expect(loginCodes.send({ json: { email }, fetch })).rejects.toThrow('Not that one.');
    await expect(codeSignIn.verify({ json: { email, otp: '1' }, fetch })).rejects.toThrow('Not that one.');
  }
});

test('exchangeForSession omits an empty state', async () => {
  const bodies: unknown[] = [];
  await exchangeForSession('code', '', async (_, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return new Response();
  });
  expect(bodies).toEqual([{ code: 'code' }]);
});

const fallbacks: [message: string, call: Call][] = [
  ['Failed to fetch user: API responded with HTTP status 500', (fetch) => fetchUser(fetch)],
  [
    'Failed to get login redirect URL: API responded with HTTP status 500',
    (fetch) => fetchRedirect('https://pcb.example', fetch),
  ],
  ['Google login failed. Please try again.', (fetch) => exchangeForSession('code', '', fetch)],
  [
    'Failed to send OTP. Please check your email address.',
    (fetch) => loginCodes.send({ json: { email }, fetch }),
  ],
  ['Invalid OTP. Please try again.', (fetch) => codeSignIn.verify({ json: { email, otp: '1' }, fetch })],
  ['Failed to check admin status', (fetch) => adminStatus.read({ fetch })],
];

test.each(fallbacks)('"%s" is the message for an error response without one', async (message, call) => {
  for (const body of [null, '', 'null', '{}', '<html>'])
    await expect(call(responding(500, body))).rejects.toThrow(message);
});

test.each([
  ['Failed to fetch user', (fetch: typeof globalThis.fetch) => fetchUser(fetch)],
  [
    'Failed to get login redirect URL',
    (fetch: typeof globalThis.fetch) => fetchRedirect('https://pcb.example', fetch),
  ],
])('"%s" names the status of a success whose body cannot be read', async (failed, call) => {
  await expect(call(responding(200, '<html>'))).rejects.toMatchObject({
    status: 502,
    message: `${failed}: API responded with HTTP status 200`,
  });
});

test('only the specified fields are needed, and a server without sessions and passkeys', async () => {
  expect(await fetchUser(responding(200, 'null'))).toBeNull();
  expect(await fetchUser(responding(200, '{"email":"a@b.example"}'))).toEqual({ email: 'a@b.example' });
  expect(await adminStatus.read({ fetch: responding(200, '{"isAdmin":true}') })).toEqual({
    isAdmin: true,
    needsReauthentication: false,
  });
  expect(await listSessions(responding(404))).toBeNull();
  expect(await listPasskeys(responding(404))).toBeNull();
});
