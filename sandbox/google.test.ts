import { createHash, createPublicKey, createVerify, randomBytes, type webcrypto } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Fixture, openFixture, send, submit } from './test-fixture.ts';

let fixture: Fixture;
let issuer: string;
beforeAll(async () => {
  fixture = await openFixture();
  issuer = `${fixture.url}/google`;
});
afterAll(() => fixture.close());
afterEach(() => send(`${issuer}/switches`, undefined, 'DELETE'));

type Tokens = { access_token: string; id_token: string; error?: string };
const verifier = randomBytes(32).toString('base64url');

function question(changes: Record<string, string> = {}): string {
  const params = new URLSearchParams({
    client_id: 'client',
    redirect_uri: `${fixture.appUrl}/auth/callback`,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
  return `${issuer}/authorize?${params}`;
}

/** Opens the page of accounts and presses one of its buttons; returns the URL that the browser is sent to. */
async function choose(fields: Record<string, string>): Promise<URL> {
  const text = await (await fetch(question())).text();
  const request = /name="request" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const response = await submit(`${issuer}/account`, { request, ...fields });
  return new URL(response.headers.get('location') ?? 'nowhere:');
}

async function redeem(code: string | null, changes: Record<string, string> = {}): Promise<Tokens> {
  const fields = {
    grant_type: 'authorization_code',
    client_id: 'client',
    client_secret: 'client-secret',
    redirect_uri: `${fixture.appUrl}/auth/callback`,
    code: code ?? '',
    code_verifier: verifier,
    ...changes,
  };
  return (await (await submit(`${issuer}/token`, fields)).json()) as Tokens;
}

/** Whether the signature holds against the published key, and what the token says. */
async function read(token: string) {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { keys } = (await (await fetch(`${issuer}/certs`)).json()) as { keys: webcrypto.JsonWebKey[] };
  const key = createPublicKey({ key: keys[0] as webcrypto.JsonWebKey, format: 'jwk' });
  const signed = createVerify('RSA-SHA256')
    .update(`${header}.${payload}`)
    .verify(key, signature, 'base64url');
  return {
    signed,
    claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>,
  };
}

test('discovery names the issuer and its addresses, and promises iss in the response, as Google does', async () => {
  const found = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  expect(found).toMatchObject({
    issuer,
    token_endpoint: `${issuer}/token`,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  });
});

test('a chosen account comes back as a code, and the code as a signed token about that account', async () => {
  const back = await choose({ choice: 'guest@example.com' });
  expect(back.origin + back.pathname).toBe(`${fixture.appUrl}/auth/callback`);
  expect(back.searchParams.get('state')).toBe('state-1');
  expect(back.searchParams.get('iss')).toBe(issuer);
  const tokens = await redeem(back.searchParams.get('code'));
  const { signed, claims } = await read(tokens.id_token);
  expect(signed).toBe(true);
  expect(claims).toMatchObject({
    iss: issuer,
    aud: 'client',
    nonce: 'nonce-1',
    email: 'guest@example.com',
    email_verified: true,
    name: 'Gwen Guest',
  });
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  expect(await (await fetch(`${issuer}/userinfo`, { headers })).json()).toMatchObject({
    sub: claims.sub,
    email: 'guest@example.com',
  });
});

test('a typed account may be unverified and may keep its number under a new address', async () => {
  const back = await choose({ email: 'new@example.com', name: 'New', sub: '42' });
  const { claims } = await read((await redeem(back.searchParams.get('code'))).id_token);
  expect(claims).toMatchObject({ email: 'new@example.com', email_verified: false, sub: '42' });
  const verified = await choose({ email: 'new@example.com', verified: 'on' });
  const second = await read((await redeem(verified.searchParams.get('code'))).id_token);
  expect(second.claims).toMatchObject({ email_verified: true, sub: expect.stringMatching(/^\d{21}$/) });
});

test('a person who cancels is sent back with access_denied', async () => {
  const back = await choose({ choice: 'cancel' });
  expect(Object.fromEntries(back.searchParams)).toEqual({
    error: 'access_denied',
    state: 'state-1',
    iss: issuer,
  });
});

test('a code works once, only with its verifier, its address and the right secret', async () => {
  const code = async () => (await choose({ choice: 'guest@example.com' })).searchParams.get('code');
  expect(await redeem(await code(), { code_verifier: 'x'.repeat(43) })).toMatchObject({
    error: 'invalid_grant',
  });
  expect(await redeem(await code(), { redirect_uri: 'http://localhost/other' })).toMatchObject({
    error: 'invalid_grant',
  });
  expect(await redeem(await code(), { client_secret: 'wrong' })).toMatchObject({ error: 'invalid_client' });
  const once = await code();
  expect(await redeem(once)).toHaveProperty('id_token');
  expect(await redeem(once)).toMatchObject({ error: 'invalid_grant' });
});

test('a foreign redirect address or client is shown to the person, never followed', async () => {
  for (const [name, value] of [
    ['redirect_uri', 'https://evil.example/'],
    ['client_id', 'stranger'],
  ] as const) {
    const response = await fetch(question({ [name]: value }), { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  }
});

test('a request without PKCE is sent back as invalid', async () => {
  const response = await fetch(question({ code_challenge: '' }), { redirect: 'manual' });
  expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');
});

test('pages have an opener policy only if it is switched on', async () => {
  const policy = async () => (await fetch(question())).headers.get('cross-origin-opener-policy');
  expect(await policy()).toBeNull();
  await send(`${issuer}/switches`, { coop: 'same-origin' });
  expect(await policy()).toBe('same-origin');
});

test.for([
  ['nonce', { nonce: 'another-nonce' }, true],
  ['aud', { aud: 'another-client' }, true],
  ['iss', { iss: 'https://accounts.evil.example' }, true],
  ['signature', {}, false],
  ['alg-none', {}, false],
] as const)('a token can be made wrong in its %s', async ([fault, claims, signed]) => {
  await send(`${issuer}/switches`, { idToken: fault });
  const back = await choose({ choice: 'guest@example.com' });
  const token = await read((await redeem(back.searchParams.get('code'))).id_token);
  expect(token).toMatchObject({ signed, claims });
});
