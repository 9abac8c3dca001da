import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type GoogleSite, openGoogleSite } from '../../../../test/google.ts';
import { untilTaken } from '../../../../test/until-taken.ts';
import { createGoogle } from '../../../platform/identity/google-oidc.server.ts';
import { createLog } from '../../../platform/observability/logger.server.ts';

let site: GoogleSite;
beforeAll(async () => {
  site = await openGoogleSite();
});
afterEach(() => site.reset());
afterAll(() => site.close());

const failed = 'Google login failed. Please try again.';
const unverified = 'Google has not verified this address. Please sign in with a code by e-mail.';
const message = async (response: Response) => ((await response.json()) as { message: string }).message;

test('the authorization URL has PKCE, nonce and state, and requests only address and name', async () => {
  const browser = site.browser();
  const url = new URL(await browser.begin());
  expect(url.origin + url.pathname).toBe(`${site.issuer}/authorize`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'client',
    redirect_uri: `${site.appUrl}/auth/callback`,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  const again = new URL(await browser.begin());
  for (const name of ['code_challenge', 'state', 'nonce'])
    expect(again.searchParams.get(name)).not.toBe(url.searchParams.get(name));
});

test('starting sets an HttpOnly, SameSite cookie that binds the flow to the browser', async () => {
  const response = await site.start(site.appUrl);
  expect(response.headers.get('Set-Cookie')).toMatch(
    /^google=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(response.headers.get('Cache-Control')).toBe('private, no-store, no-transform');
});

test.each([
  'https://evil.example',
  'http://localhost.evil.example:9',
  'http://localhost.evil:9',
  'http://localhost:9@evil.example',
  'http://user@localhost:9',
  'http://user:pass@localhost:9',
  'http://localhost:10',
  'http://localhost',
  'https://localhost:9',
  'http://localhost:9/',
  'http://localhost:9/auth/callback',
  'http://localhost:9?x',
  'http://localhost:9#',
  'HTTP://LOCALHOST:9',
  'http://127.0.0.1:9',
  'http://[::1]:9',
  'http://localhost:9.evil.example',
  '//localhost:9',
  'localhost:9',
  'null',
  'javascript:alert(1)',
  ' http://localhost:9',
  '',
])('T-31: rejects %j as the origin to return to', async (originUrl) => {
  const response = await site.start(originUrl);
  expect(response.status).toBe(400);
  expect(response.headers.get('Set-Cookie')).toBeNull();
});

test('T-31: rejects a missing or repeated origin', async () => {
  const own = encodeURIComponent(site.appUrl);
  for (const query of ['', `?originUrl=${own}&originUrl=${own}`, `?originUrl[]=${own}`])
    expect((await site.request('GET', `/api/oauth/google/redirect_url${query}`)).status).toBe(400);
});

test('cross-site requests cannot start a sign-in', async () => {
  for (const from of ['cross-site', 'same-site', 'none']) {
    const response = await site.start(site.appUrl, { 'Sec-Fetch-Site': from });
    expect([response.status, response.headers.get('Set-Cookie')]).toEqual([403, null]);
  }
  expect((await site.start(site.appUrl, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
});

test('a verified account signs in under a new token', async () => {
  const browser = site.browser({ session: 'x'.repeat(43) });
  const { code } = await browser.choose({ choice: 'guest@example.com' });
  const response = await browser.exchange({ code });
  expect([response.status, await response.json()]).toEqual([200, { success: true }]);
  expect(response.headers.get('Set-Cookie')).toMatch(/session=(?!x{43})[\w-]{43}; /);
  expect(response.headers.get('Cache-Control')).toBe('private, no-store, no-transform');
  expect(await browser.me()).toMatchObject({ email: 'guest@example.com' });
});

test('a state in the body must be that of this browser’s flow', async () => {
  const browser = site.browser();
  const right = await browser.choose({ choice: 'guest@example.com' });
  expect((await browser.exchange(right)).status).toBe(200);
  const wrong = await browser.choose({ choice: 'guest@example.com' });
  for (const state of ['another', '', right.state])
    expect((await browser.exchange({ code: wrong.code, state })).status).toBe(400);
  expect((await browser.exchange(wrong)).status).toBe(200);
});

test('two concurrent flows of one browser both succeed', async () => {
  const browser = site.browser();
  const [first, second] = [await browser.begin(), await browser.begin()];
  const firstCode = await browser.chooseAt(first, { choice: 'guest@example.com' });
  const secondCode = await browser.chooseAt(second, { choice: 'host@example.com' });
  expect((await browser.exchange(firstCode)).status).toBe(200);
  expect(await browser.me()).toMatchObject({ email: 'guest@example.com' });
  expect((await browser.exchange(secondCode)).status).toBe(200);
  expect(await browser.me()).toMatchObject({ email: 'host@example.com' });
});

test('T-27: a code is rejected in a browser that did not start its flow', async () => {
  const { code, state } = await site.browser().choose({ choice: 'guest@example.com' });
  const otherBrowser = site.browser();
  for (const body of [{ code }, { code, state }]) {
    const response = await otherBrowser.exchange(body);
    expect([response.status, await message(response)]).toEqual([400, failed]);
    expect(response.headers.get('Set-Cookie')).toBeNull();
  }
  const forged = site.browser({ google: 'A'.repeat(43) });
  expect((await forged.exchange({ code, state })).status).toBe(400);
});

test('T-27: an attacker’s code is rejected in a victim’s browser, with or without its state', async () => {
  const attack = await site.browser().choose({ email: 'attacker@evil.example', verified: 'on' });
  for (const body of [{ code: attack.code }, attack]) {
    const victim = site.browser();
    await victim.begin();
    const response = await victim.exchange(body);
    expect([response.status, await message(response)]).toEqual([400, failed]);
    expect(await victim.me()).toBeNull();
  }
});

test('T-27: a code works once, also when sent concurrently', async () => {
  const browser = site.browser();
  const { code } = await browser.choose({ choice: 'guest@example.com' });
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => untilTaken(() => browser.exchange({ code }))),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  expect((await browser.exchange({ code })).status).toBe(400);
});

test('a flow expires after ten minutes', async () => {
  const browser = site.browser();
  const { code } = await browser.choose({ choice: 'guest@example.com' });
  site.passTime(10 * 60_000 + 1_000);
  expect((await browser.exchange({ code })).status).toBe(400);
});

test.each(['nonce', 'aud', 'iss', 'exp', 'alg-none', 'signature'])(
  'T-27: an ID token with a wrong %s is rejected',
  async (idToken) => {
    const browser = site.browser();
    const { code } = await browser.choose({ choice: 'guest@example.com' });
    await site.setFaults({ idToken });
    const response = await browser.exchange({ code });
    expect([response.status, await message(response)]).toEqual([400, failed]);
    expect(await browser.me()).toBeNull();
  },
);

test('rejects malformed bodies', async () => {
  const bodies = [{}, { code: '' }, { code: 1 }, { code: ['a'] }, { code: 'a'.repeat(2049) }, [], null, 'a'];
  for (const body of [...bodies, { code: 'a', state: 1 }, { code: 'a', state: 'a'.repeat(513) }])
    expect((await site.request('POST', '/api/sessions', { json: body })).status).toBe(400);
});

test.each([500, 503, 429, 401])('responds 503 while Google responds %i', async (status) => {
  const browser = site.browser();
  const { code } = await browser.choose({ choice: 'guest@example.com' });
  await site.setFaults({ status });
  const response = await browser.exchange({ code });
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBe('30');
  expect(await browser.me()).toBeNull();
});

test.each(['http://localhost:9/google', 'http://127.0.0.1:9/google', 'http://accounts.example/'])(
  'responds 503 for the unreachable or forbidden provider %s',
  async (issuer) => {
    const { platform } = site;
    const { google } = platform;
    platform.google = createGoogle({
      appUrl: site.appUrl,
      google: { ...platform.settings.google, issuer },
    });
    expect((await site.start(site.appUrl)).status).toBe(503);
    platform.google = google;
    expect((await site.start(site.appUrl)).status).toBe(200);
  },
);

test('rejects a provider whose issuer differs from the setting', async () => {
  const google = createGoogle({
    appUrl: site.appUrl,
    google: { ...site.platform.settings.google, issuer: `${site.issuer}/` },
  });
  await expect(google.begin()).rejects.toMatchObject({ code: 'unavailable' });
});

test('T-33: an address that Google has not verified is rejected with a message, and joins no account', async () => {
  const owner = site.browser();
  await owner.signIn({ email: 'owner@example.com', verified: 'on', sub: '100' });
  const before = await site.users();
  const choices: Record<string, string>[] = [
    { email: 'owner@example.com', sub: '666' },
    { email: 'owner@example.com', sub: '100' },
    { email: 'nobody@example.com' },
    { choice: 'unverified@example.com' },
  ];
  for (const choice of choices) {
    const browser = site.browser();
    const response = await browser.exchange(await browser.choose(choice));
    expect([response.status, await message(response)]).toEqual([403, unverified]);
    expect(await browser.me()).toBeNull();
  }
  expect(await site.users()).toEqual(before);
});

test('T-33: a Google account with a changed address keeps its account and takes over no other', async () => {
  const first = site.browser();
  await first.signIn({ email: 'ann@example.com', verified: 'on', sub: '201' });
  await site.browser().signIn({ email: 'bob@example.com', verified: 'on', sub: '202' });
  const moved = site.browser();
  await moved.signIn({ email: 'bob@example.com', verified: 'on', sub: '201' });
  expect(await moved.me()).toEqual(await first.me());
  const other = site.browser();
  const response = await other.exchange(
    await other.choose({ email: 'ann@example.com', verified: 'on', sub: '203' }),
  );
  expect(response.status).toBe(403);
  expect(await other.me()).toBeNull();
});

test('a verified address of ADMIN_EMAILS makes an administrator', async () => {
  const host = site.browser();
  await host.signIn({ email: 'Host@Example.com', verified: 'on' });
  const roles = (await site.users()).filter(({ role }) => role === 'admin').map(({ email }) => email);
  expect(roles).toEqual(['host@example.com']);
});

test('rejects an address that cannot be mailed', async () => {
  const browser = site.browser();
  const response = await browser.exchange(await browser.choose({ email: 'a%b@example.com', verified: 'on' }));
  expect(response.status).toBe(403);
});

test('limits a client address to 60 sign-ins an hour, with any headers', async () => {
  const responses = [];
  for (let count = 0; count < 61; count += 1) {
    const headers = { 'X-Forwarded-For': `203.0.113.${count}` };
    responses.push(await site.start(site.appUrl, headers, '198.51.100.200'));
  }
  expect(responses.map(({ status }) => status)).toEqual([...Array(60).fill(200), 429]);
  expect(Number(responses[60]?.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('the log contains sign-ins and rejections, and no code, token or address', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const other = await openGoogleSite({ log });
  const browser = other.browser();
  const unverifiedCode = await browser.choose({ choice: 'unverified@example.com' });
  await browser.exchange(unverifiedCode);
  await other.setFaults({ idToken: 'aud' });
  const badTokenCode = await browser.choose({ choice: 'guest@example.com' });
  await browser.exchange(badTokenCode);
  await other.setFaults({ idToken: null, status: 500 });
  const outageCode = await browser.choose({ choice: 'guest@example.com' });
  await browser.exchange(outageCode);
  await other.reset();
  await browser.exchange(outageCode);
  await browser.signIn({ choice: 'guest@example.com' });
  await other.close();

  const entries = lines.map((line) => JSON.parse(line) as { event?: string; reason?: string });
  expect(entries.flatMap(({ event, reason = '' }) => (event ? [`${event} ${reason}`.trim()] : []))).toEqual([
    'google-refused address',
    `refused ${unverified}`,
    'google-refused code',
    'google-refused code',
    'google-refused flow',
    'signed-in',
  ]);
  const secrets = [unverifiedCode, badTokenCode, outageCode].flatMap(({ code, state }) => [
    code,
    String(state),
  ]);
  for (const secret of [...secrets, '@example.com', browser.jar.get('session') ?? '-', 'eyJ'])
    expect(lines.join('')).not.toContain(secret);
});
