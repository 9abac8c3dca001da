import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { askForCode, type Browser, guess, mailedCode, signedInBrowser } from '../../../../test/sign-in.ts';
import { createDb, createPool } from '../../../db/client.server.ts';
import { jobs } from '../../../jobs.server.ts';
import type { MailTransport } from '../../../platform/mail/mailer.server.ts';

const start = new Date('2026-05-01T12:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;
const ann = 'ann@guests.example';
const host = 'host@example.com';

let now = start;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: () => now });
});
beforeEach(async () => {
  now = start;
  await app.platform.pool.query(
    'truncate users, sessions, login_codes, rate_limits, graphile_worker._private_jobs cascade',
  );
});
afterAll(() => app.close());

const passTime = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const sessions = () => app.platform.db.selectFrom('sessions').selectAll().orderBy('created_at').execute();
const copyOf = (browser: Browser) => cookieBrowser(app, Object.fromEntries(browser.jar));
const refusals = async (browser: Browser): Promise<number[]> => {
  const statuses = [];
  for (const path of ['/api/sessions', '/api/purchased-products', '/api/admin/status'])
    statuses.push((await browser.request('GET', path)).status);
  return statuses;
};
const everythingRefused = [401, 401, 401];

test('T-34: signing in gives a new token, whatever the cookie said before', async () => {
  const planted = 'P'.repeat(43);
  const browser = await signedInBrowser(app, ann, cookieBrowser(app, { session: planted }));
  const token = browser.jar.get('session');
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(token).not.toBe(planted);
  expect(await cookieBrowser(app, { session: planted }).me()).toBeNull();
  await signedInBrowser(app, ann, browser);
  expect(browser.jar.get('session')).not.toBe(token);
  expect(await cookieBrowser(app, { session: token ?? '' }).me()).toBeNull();
  expect(await sessions()).toHaveLength(1);
});

test('T-34: a session is over at once, in every copy of its cookie, after logout', async () => {
  for (const method of ['GET', 'POST']) {
    const browser = await signedInBrowser(app, ann);
    const stolen = copyOf(browser);
    expect(await (await browser.request(method, '/api/logout')).json()).toEqual({ success: true });
    expect(browser.jar.has('session')).toBe(false);
    expect(await stolen.me()).toBeNull();
    expect(await refusals(stolen)).toEqual(everythingRefused);
  }
});

test('T-34: a session is over after 30 days without use, and not before', async () => {
  const browser = await signedInBrowser(app, ann);
  passTime(30 * day - minute);
  expect(await browser.me()).toMatchObject({ email: ann });
  passTime(30 * day);
  expect(await browser.me()).toBeNull();
  expect(await refusals(browser)).toEqual(everythingRefused);
});

test('T-34: a session is over after 90 days, however often it is used', async () => {
  const browser = await signedInBrowser(app, ann);
  for (let week = 0; week < 12; week += 1) {
    passTime(7 * day);
    expect(await browser.me()).toMatchObject({ email: ann });
  }
  passTime(6 * day);
  expect(await browser.me()).toBeNull();
});

test('T-34, T-38: who is taken off ADMIN_EMAILS or loses the role is no administrator from the next request on', async () => {
  const browser = await signedInBrowser(app, host);
  const status = async () => (await browser.request('GET', '/api/admin/status')).json();
  expect(await status()).toEqual({ isAdmin: true, needsReauthentication: false });
  await app.platform.db.updateTable('users').set({ role: 'guest' }).execute();
  expect(await status()).toEqual({ isAdmin: false, needsReauthentication: false });
  await app.platform.db.updateTable('users').set({ role: 'admin' }).execute();
  const { adminEmails } = app.platform.settings;
  app.platform.settings.adminEmails = [];
  expect(await refusals(browser)).toEqual(everythingRefused);
  expect(await browser.me()).toBeNull();
  expect(await sessions()).toEqual([]);
  await signedInBrowser(app, host, browser);
  app.platform.settings.adminEmails = adminEmails;
  expect(await status()).toEqual({ isAdmin: false, needsReauthentication: false });
});

test('T-34: a sign-in that takes or gives the role ends the sessions of before', async () => {
  const { settings } = app.platform;
  const { adminEmails } = settings;
  const before = await signedInBrowser(app, host);
  settings.adminEmails = [];
  const between = await signedInBrowser(app, host);
  settings.adminEmails = adminEmails;
  expect(await before.me()).toBeNull();
  expect(await between.me()).toMatchObject({ email: host });
  const after = await signedInBrowser(app, host);
  expect(await between.me()).toBeNull();
  expect(await (await after.request('GET', '/api/admin/status')).json()).toMatchObject({ isAdmin: true });
});

test('T-38: the server alone decides who is an administrator', async () => {
  expect((await cookieBrowser(app).request('GET', '/api/admin/status')).status).toBe(401);
  const guest = await signedInBrowser(app, ann);
  const response = await guest.request('GET', '/api/admin/status?isAdmin=true', {
    headers: { 'X-Role': 'admin' },
  });
  expect(await response.json()).toEqual({ isAdmin: false, needsReauthentication: false });
});

test('an administrator with a passkey is asked for it after 12 hours', async () => {
  const browser = await signedInBrowser(app, host);
  const status = async () => (await browser.request('GET', '/api/admin/status')).json();
  const [session] = await sessions();
  passTime(12 * 60 * minute);
  expect(await status()).toEqual({ isAdmin: true, needsReauthentication: false });
  await app.platform.pool.query(
    "insert into passkeys (id, user_id, credential_id, public_key) values (gen_random_uuid(), $1, 'a-credential-of-host', '\\x00')",
    [session?.user_id],
  );
  expect(await status()).toEqual({ isAdmin: true, needsReauthentication: true });
  await app.platform.pool.query('update sessions set authenticated_at = $1', [now]);
  expect(await status()).toEqual({ isAdmin: true, needsReauthentication: false });
});

test('T-35: no other site, subdomain, link, typed address or prefetch signs anybody out', async () => {
  const browser = await signedInBrowser(app, ann);
  const foreign: Record<string, string>[] = [
    ...['cross-site', 'same-site', 'none', 'bogus', ''].map((site) => ({ 'Sec-Fetch-Site': site })),
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Purpose': 'prefetch' },
    { 'Sec-Fetch-Site': 'none', 'Sec-Purpose': 'prefetch;prerender' },
    { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    { Origin: 'https://evil.test' },
    { Origin: 'null' },
    { Origin: 'https://evil.test', Referer: 'http://localhost:3000/' },
    { Referer: 'https://evil.test/page' },
    { Referer: 'http://localhost:3000.evil.test/' },
  ];
  for (const headers of foreign)
    expect([headers, (await browser.request('GET', '/api/logout', { headers })).status]).toEqual([
      headers,
      403,
    ]);
  const post = { headers: { Origin: 'https://evil.test' } };
  expect((await browser.request('POST', '/api/logout', post)).status).toBe(403);
  expect(await browser.me()).toMatchObject({ email: ann });
  const own = { headers: { 'Sec-Fetch-Site': 'same-origin' } };
  expect((await browser.request('GET', '/api/logout', own)).status).toBe(200);
  expect(await browser.me()).toBeNull();
});

test('signing out without being signed in is no error', async () => {
  expect((await cookieBrowser(app).request('GET', '/api/logout')).status).toBe(200);
});

test('T-36: on http://localhost the cookies have plain names, elsewhere they are bound to host and HTTPS', async () => {
  const cookiesOf = async (site: TestApp) => {
    const browser = cookieBrowser(site);
    const asked = await askForCode(browser, ann);
    const signedIn = await guess(browser, ann, await mailedCode(site, ann));
    const lines = [...asked.headers.getSetCookie(), ...signedIn.headers.getSetCookie()];
    return lines.map((line) => line.replace(/[\w-]{43}/g, 'TOKEN'));
  };
  const plain = 'Path=/; HttpOnly; SameSite=Lax';
  expect(await cookiesOf(app)).toEqual([
    `login=TOKEN; Max-Age=600; ${plain}`,
    `session=TOKEN; Max-Age=7776000; ${plain}`,
    `known=TOKEN.TOKEN; Max-Age=31536000; ${plain}`,
    `login=; Max-Age=0; ${plain}`,
  ]);
  const secure = await testApp({ env: { APP_URL: 'https://pcb.example' } });
  const hostBound = 'Path=/; HttpOnly; Secure; SameSite=Lax';
  expect(await cookiesOf(secure)).toEqual([
    `__Host-login=TOKEN; Max-Age=600; ${hostBound}`,
    `__Host-session=TOKEN; Max-Age=7776000; ${hostBound}`,
    `__Host-known=TOKEN.TOKEN; Max-Age=31536000; ${hostBound}`,
    `__Host-login=; Max-Age=0; ${hostBound}`,
  ]);
  const token = (await signedInBrowser(secure, 'eve@guests.example')).jar.get('__Host-session') ?? '';
  expect(await cookieBrowser(secure, { session: token }).me()).toBeNull();
  await secure.close();
});

test('T-37: without the database nobody is anybody, and with a strange cookie neither', async () => {
  const browser = await signedInBrowser(app, host);
  const pool = createPool('postgresql://nobody@127.0.0.1:9/nothing');
  const cut = await testApp({ pool, db: createDb(pool) });
  for (const path of ['/api/users/me', '/api/admin/status', '/api/sessions', '/api/purchased-products']) {
    const response = await cookieBrowser(cut, Object.fromEntries(browser.jar)).request('GET', path);
    expect([path, response.status]).toEqual([path, 503]);
    expect(await response.text()).not.toContain('isAdmin');
  }
  await pool.end();
  await cut.close();
  for (const session of [
    '',
    'x',
    '%00',
    '"',
    'A'.repeat(42),
    'A'.repeat(43),
    'A'.repeat(5000),
    "' or 1=1 --",
    '%ff%fe',
  ])
    expect(await cookieBrowser(app, { session }).me()).toBeNull();
});

test('T-52: whatever is answered to a browser with a session is for nobody else', async () => {
  const [one, two] = [await signedInBrowser(app, ann), await signedInBrowser(app, host)];
  for (const path of [
    '/api/products',
    '/api/amenities',
    '/api/users/me',
    '/api/sessions',
    '/api/nothing-here',
  ]) {
    for (const browser of [one, two, cookieBrowser(app, { session: 'stale' })]) {
      const response = await browser.request('GET', path);
      expect([path, response.headers.get('Cache-Control')]).toEqual([path, 'private, no-store']);
    }
  }
  expect((await cookieBrowser(app).request('GET', '/api/users/me')).headers.get('Cache-Control')).toBe(
    'private, no-store',
  );
});

test('a visitor without our cookie costs no query', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  expect(await cookieBrowser(app, { theme: 'dark', session: 'not-a-token' }).me()).toBeNull();
  expect(query).not.toHaveBeenCalled();
});

test('the last use is written down every five minutes at most', async () => {
  const browser = await signedInBrowser(app, ann);
  passTime(4 * minute);
  await browser.me();
  expect((await sessions())[0]?.last_seen_at).toEqual(start);
  passTime(minute);
  await browser.me();
  expect((await sessions())[0]?.last_seen_at).toEqual(now);
});

test('the hourly sweep forgets what is over and nothing else', async () => {
  const { db } = app.platform;
  const left = await signedInBrowser(app, ann);
  passTime(29 * day);
  const kept = await signedInBrowser(app, host);
  passTime(2 * day);
  await askForCode(cookieBrowser(app), ann);
  const sweep = jobs(app.platform, {} as MailTransport).sweep as () => Promise<void>;
  await sweep();
  expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  expect(await db.selectFrom('login_codes').select('email').execute()).toEqual([{ email: ann }]);
  expect(await kept.me()).toMatchObject({ email: host });
  expect(await left.me()).toBeNull();
});
