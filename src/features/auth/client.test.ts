import { expect, test } from 'vitest';
import { authClient } from './client.ts';
import { listPasskeys } from './passkeys/client.ts';

const responding =
  (status: number, body: string | null = null): typeof fetch =>
  async () =>
    new Response(body, { status });
type Client = ReturnType<typeof authClient>;

const openBodies: [call: string, call: (client: Client) => Promise<unknown>][] = [
  ['GET /api/logout', (client) => client.logout()],
  ['POST /api/sessions', (client) => client.exchangeCode('code', '')],
  ['POST /api/send-otp', (client) => client.sendCode('ann@guests.example')],
  ['POST /api/verify-otp', (client) => client.verifyCode('ann@guests.example', '123456')],
];

test.each(openBodies)('%s accepts any response body, or none', async (_, call) => {
  for (const body of [null, '', '{}', 'null', '<html>'])
    await expect(call(authClient(responding(200, body)))).resolves.not.toThrow();
});

test('exchangeCode omits an empty state', async () => {
  const bodies: unknown[] = [];
  const client = authClient(async (_, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return new Response();
  });
  await client.exchangeCode('code', '');
  expect(bodies).toEqual([{ code: 'code' }]);
});

const fallbacks: [message: string, call: (client: Client) => Promise<unknown>][] = [
  ['Failed to fetch user: API responded with HTTP status 500', (client) => client.me()],
  [
    'Failed to get login redirect URL: API responded with HTTP status 500',
    (client) => client.googleRedirect('https://pcb.example'),
  ],
  ['Google login failed. Please try again.', (client) => client.exchangeCode('code', '')],
  ['Failed to send OTP. Please check your email address.', (client) => client.sendCode('a@b.example')],
  ['Invalid OTP. Please try again.', (client) => client.verifyCode('a@b.example', '1')],
  ['Failed to check admin status', (client) => client.adminStatus()],
];

test.each(fallbacks)('"%s" is the message for an error response without one', async (message, call) => {
  for (const body of [null, '', 'null', '{}', '<html>'])
    await expect(call(authClient(responding(500, body)))).rejects.toThrow(message);
});

test('authClient accepts the specified fields alone, and a server without sessions and passkeys', async () => {
  expect(await authClient(responding(200, 'null')).me()).toBeNull();
  const user = '{"email":"a@b.example"}';
  expect(await authClient(responding(200, user)).me()).toEqual({ email: 'a@b.example' });
  expect(await authClient(responding(200, '{"isAdmin":true}')).adminStatus()).toEqual({
    isAdmin: true,
    needsReauthentication: false,
  });
  expect(await authClient(responding(404)).sessions()).toBeNull();
  expect(await listPasskeys(responding(404))).toBeNull();
});
