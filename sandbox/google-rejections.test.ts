import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openFixture, send, submit } from './test-fixture.ts';

/* What the stand-in lets pass at the sign-in, no test of the site would notice. */

const fixture = await openFixture();
afterAll(() => fixture.close());
const issuer = `${fixture.url}/google`;
afterEach(() => send(`${issuer}/switches`, undefined, 'DELETE'));
const verifier = randomBytes(32).toString('base64url');
const redirect_uri = `${fixture.appUrl}/auth/callback`;

function authorize(changes: Record<string, string> = {}): Promise<Response> {
  const params = new URLSearchParams({
    client_id: 'client',
    redirect_uri,
    response_type: 'code',
    scope: 'openid email',
    state: 's',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
  return fetch(`${issuer}/authorize?${params}`, { redirect: 'manual' });
}

async function pending(): Promise<string> {
  const text = await (await authorize()).text();
  return /name="request" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

async function newCode(): Promise<string> {
  const response = await submit(`${issuer}/account`, {
    request: await pending(),
    choice: 'guest@example.com',
  });
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

async function redeem(changes: Record<string, string>) {
  const client = { client_id: 'client', client_secret: 'client-secret', redirect_uri };
  const form = { grant_type: 'authorization_code', code_verifier: verifier, ...client, ...changes };
  const response = await submit(`${issuer}/token`, form);
  return { http: response.status, ...((await response.json()) as Record<string, string>) };
}

test.each([
  [{ response_type: 'token' }, 'unsupported_response_type', 'response_type must be code'],
  [{ scope: 'email profile' }, 'invalid_scope', 'scope must contain openid'],
  [{ scope: '' }, 'invalid_scope', 'scope must contain openid'],
  [{ code_challenge: '' }, 'invalid_request', 'code_challenge is missing'],
  [{ code_challenge_method: 'plain' }, 'invalid_request', 'code_challenge_method must be S256'],
  [{ code_challenge_method: '' }, 'invalid_request', 'code_challenge_method must be S256'],
  [{ prompt: 'none' }, 'interaction_required', 'nobody is signed in here'],
])('a request with %j is sent back to the site with its error and state', async (changes, error, words) => {
  const response = await authorize(changes);
  const back = new URL(response.headers.get('location') ?? '');
  expect([response.status, back.origin + back.pathname]).toEqual([303, redirect_uri]);
  expect(Object.fromEntries(back.searchParams)).toEqual({
    error,
    error_description: words,
    state: 's',
    iss: issuer,
  });
});

test.each([
  [{ client_id: 'stranger' }, 'Error 401: invalid_client'],
  [{ client_id: '' }, 'Error 401: invalid_client'],
  [{ redirect_uri: 'https://evil.example/' }, 'Error 400: redirect_uri_mismatch'],
  [{ redirect_uri: `${redirect_uri}/` }, 'Error 400: redirect_uri_mismatch'],
  [{ redirect_uri: `${redirect_uri}?next=x` }, 'Error 400: redirect_uri_mismatch'],
  [{ redirect_uri: redirect_uri.toUpperCase() }, 'Error 400: redirect_uri_mismatch'],
])('a request with %j is never sent anywhere', async (changes, words) => {
  const response = await authorize(changes);
  expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  expect(await response.text()).toContain(words);
});

test('a choice for a sign-in that is unknown or over is rejected, and one that is no address is repeated', async () => {
  const ended = await submit(`${issuer}/account`, { request: 'none', choice: 'guest@example.com' });
  expect([ended.status, await ended.text()]).toMatchObject([400, expect.stringContaining('has ended')]);
  const request = await pending();
  const wrong = await submit(`${issuer}/account`, { request, email: 'ann' });
  expect([wrong.status, await wrong.text()]).toMatchObject([200, expect.stringContaining('Enter an email')]);
  expect((await submit(`${issuer}/account`, { request, email: 'ann@example.com' })).status).toBe(303);
  expect((await submit(`${issuer}/account`, { request, email: 'ann@example.com' })).status).toBe(400);
});

test.each([
  [{ client_secret: 'wrong' }, 401, 'invalid_client'],
  [{ client_secret: '' }, 401, 'invalid_client'],
  [{ client_id: 'other' }, 401, 'invalid_client'],
  [{ grant_type: 'refresh_token' }, 400, 'unsupported_grant_type'],
  [{ code: 'made-up' }, 400, 'invalid_grant'],
  [{ code_verifier: '' }, 400, 'invalid_grant'],
  [{ code_verifier: `${verifier}x` }, 400, 'invalid_grant'],
  [{ redirect_uri: '' }, 400, 'invalid_grant'],
])('a code is not redeemed with %j', async (changes, http, error) => {
  expect(await redeem({ code: await newCode(), ...changes })).toMatchObject({ http, error });
});

test('a code that was tried with a wrong verifier is spent', async () => {
  const code = await newCode();
  expect(await redeem({ code, code_verifier: 'x' })).toMatchObject({
    error_description: 'Invalid code verifier.',
  });
  expect(await redeem({ code })).toMatchObject({ error_description: 'Malformed or used code' });
});

test('one of two clients that concurrently redeem a code gets a token', async () => {
  const code = await newCode();
  const both = await Promise.all([redeem({ code }), redeem({ code })]);
  expect(both.map(({ http }) => http).toSorted()).toEqual([200, 400]);
});

test('the secret is taken from the Authorization header, too, and a wrong one there is not overruled', async () => {
  const token = (secret: string, body: Record<string, string>) =>
    fetch(`${issuer}/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`client:${secret}`)}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code_verifier: verifier,
        redirect_uri,
        ...body,
      }),
    });
  expect((await token('client-secret', { code: await newCode() })).status).toBe(200);
  const inBody = { client_id: 'client', client_secret: 'client-secret' };
  expect((await token('wrong', { code: await newCode(), ...inBody })).status).toBe(401);
});

test.each(['', 'Bearer ', 'Bearer made-up', 'Basic Y2xpZW50'])(
  'userinfo rejects the token "%s"',
  async (Authorization) => {
    const response = await fetch(`${issuer}/userinfo`, { headers: { Authorization } });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
  },
);

test('an unknown switch or token fault is rejected and changes nothing', async () => {
  const set = (changes: object) => send(`${issuer}/switches`, changes);
  expect(await set({ speed: 1 })).toEqual({ message: 'There is no switch "speed"' });
  expect(await set({ idToken: 'colour' })).toMatchObject({
    message: expect.stringContaining('"idToken" must be'),
  });
  expect(await (await fetch(`${issuer}/switches`)).json()).toEqual({
    coop: null,
    idToken: null,
    status: null,
  });
  await set({ status: 503 });
  expect(await redeem({ code: await newCode() })).toEqual({ http: 503, error: 'server_error' });
});
