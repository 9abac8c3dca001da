import { expect, test } from 'vitest';
import { authClient } from './client.ts';

const answering = (status: number, body: string | null = null) =>
  authClient(async () => new Response(body, { status }));
type Client = ReturnType<typeof authClient>;

const openBodies: [call: string, call: (client: Client) => Promise<unknown>][] = [
  ['GET /api/logout', (client) => client.logout()],
  ['POST /api/sessions', (client) => client.exchangeCode('code', '')],
  ['POST /api/send-otp', (client) => client.sendCode('ann@guests.example')],
  ['POST /api/verify-otp', (client) => client.verifyCode('ann@guests.example', '123456')],
];

test.each(openBodies)('%s succeeds with any body, or none', async (_, call) => {
  for (const body of [null, '', '{}', 'null', '<html>'])
    await expect(call(answering(200, body))).resolves.not.toThrow();
});

test('POST /api/sessions: a code is sent alone where the sign-in has no state', async () => {
  const bodies: unknown[] = [];
  const client = authClient(async (_, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return new Response();
  });
  await client.exchangeCode('code', '');
  expect(bodies).toEqual([{ code: 'code' }]);
});

const refusals: [words: string, call: (client: Client) => Promise<unknown>][] = [
  ['Failed to fetch user: API responded with HTTP status 500', (client) => client.me()],
  [
    'Failed to get login redirect URL: API responded with HTTP status 500',
    (client) => client.googleRedirect('https://pcb.example'),
  ],
  ['Google login failed. Please try again.', (client) => client.exchangeCode('code', '')],
  ['Failed to send OTP. Please check your email address.', (client) => client.sendCode('a@b.example')],
  ['Invalid OTP. Please try again.', (client) => client.verifyCode('a@b.example', '1')],
  ['Failed to fetch purchase history', (client) => client.purchases()],
  ['Failed to check admin status', (client) => client.adminStatus()],
];

test.each(refusals)('"%s" is said of a refusal without words', async (words, call) => {
  for (const body of [null, '', 'null', '{}', '<html>'])
    await expect(call(answering(500, body))).rejects.toThrow(words);
});

test('the bare fields are enough, and a server without more calls has nothing more', async () => {
  expect(await answering(200, 'null').me()).toBeNull();
  expect(await answering(200, '{"email":"a@b.example"}').me()).toEqual({ email: 'a@b.example' });
  expect(await answering(200, '{"isAdmin":true}').adminStatus()).toEqual({
    isAdmin: true,
    needsReauthentication: false,
  });
  expect(await answering(404).sessions()).toBeNull();
  expect(await answering(404).passkeys()).toBeNull();
});
