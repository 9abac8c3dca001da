import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import {
  authSite,
  type Browser,
  mailedCode,
  requestCode,
  signedInBrowser,
  submitCode,
} from '../../../../test/sign-in.ts';
import { createDb, createPool } from '../../../db/client.server.ts';
import { jobs } from '../../../jobs.server.ts';
import type { MailTransport } from '../../../platform/mail/mail-transport.server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const ann = 'ann@guests.example';
const host = 'host@example.com';
const site = authSite();
const { newBrowser, passTime, signIn } = site;

const sessions = () => site.db.selectFrom('sessions').selectAll().orderBy('created_at').execute();
const copyOf = (browser: Browser) => newBrowser(Object.fromEntries(browser.jar));
const guardedStatuses = async (browser: Browser): Promise<number[]> => {
  const statuses = [];
  for (const path of ['/api/sessions', '/api/purchased-products', '/api/admin/status'])
    statuses.push((await browser.request('GET', path)).status);
  return statuses;
};
const allUnauthorized = [401, 401, 401];

test('T-34: signing in gives a new token, with any value of the cookie', async () => {
  const planted = 'P'.repeat(43);
  const browser = await signIn(ann, newBrowser({ session: planted }));
  const token = browser.jar.get('session');
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(token).not.toBe(planted);
  expect(await newBrowser({ session: planted }).me()).toBeNull();
  await signIn(ann, browser);
  expect(browser.jar.get('session')).not.toBe(token);
  expect(await newBrowser({ session: token ?? '' }).me()).toBeNull();
  expect(await sessions()).toHaveLength(1);
});

test('T-34: logout ends the session at once, in every copy of its cookie', async () => {
  for (const method of ['GET', 'POST']) {
    const browser = await signIn(ann);
    const stolen = copyOf(browser);
    expect(await (await browser.request(method, '/api/logout')).json()).toEqual({ success: true });
    expect(browser.jar.has('session')).toBe(false);
    expect(await stolen.me()).toBeNull();
    expect(await guardedStatuses(stolen)).toEqual(allUnauthorized);
  }
});

test('T-34: a session ends after 30 days without use, not before', async () => {
  const browser = await signIn(ann);
  passTime(30 * day - minute);
  expect(await browser.me()).toMatchObject({ email: ann });
  passTime(30 * day);
  expect(await browser.me()).toBeNull();
  expect(await guardedStatuses(browser)).toEqual(allUnauthorized);
});

test('T-34: a session ends after 90 days, however often it is used', async () => {
  const browser = await signIn(ann);
  for (let week = 0; week < 12; week += 1) {
    passTime(7 * day);
    expect(await browser.me()).toMatchObject({ email: ann });
  }
  passTime(6 * day);
  expect(await browser.me()).toBeNull();
});

test('T-34, T-38: removal from ADMIN_EMAILS or of the role ends admin rights with the next request', async () => {
  const browser = await signIn(host);
  const status = async () => (await browser.request('GET', '/api/admin/status')).json();
  expect(await status()).toEqual({ isAdmin: true, needsReauthentication: false });
  await site.db.updateTable('users').set({ role: 'guest' }).execute();
  expect(await status()).toEqual({ isAdmin: false, needsReauthentication: false });
  await site.db.updateTable('users').set({ role: 'admin' }).execute();
  const { settings } = site.app.platform;
  const { adminEmails } = settings;
  settings.adminEmails = [];
  expect(await guardedStatuses(browser)).toEqual(allUnauthorized);
  expect(await browser.me()).toBeNull();
  expect(await sessions()).toEqual([]);
  await signIn(host, browser);
  settings.adminEmails = adminEmails;
  expect(await status()).toEqual({ isAdmin: false, needsReauthentication: false });
});

test('T-34: a sign-in that changes the role ends earlier sessions', async () => {
  const { settings } = site.app.platform;
  const { adminEmails } = settings;
  const earlier = await signIn(host);
  settings.adminEmails = [];
  const demoted = await signIn(host);
  settings.adminEmails = adminEmails;
  expect(await earlier.me()).toBeNull();
  expect(await demoted.me()).toMatchObject({ email: host });
  const promoted = await signIn(host);
  expect(await demoted.me()).toBeNull();
  expect(await (await promoted.request('GET', '/api/admin/status')).json()).toMatchObject({ isAdmin: true });
});

test('T-38: query parameters and headers do not make an administrator', async () => {
  expect((await newBrowser().request('GET', '/api/admin/status')).status).toBe(401);
  const guest = await signIn(ann);
  const response = await guest.request('GET', '/api/admin/status?isAdmin=true', {
    headers: { 'X-Role': 'admin' },
  });
  expect(await response.json()).toEqual({ isAdmin: false, needsReauthentication: false });
});

test('an administrator with a passkey needs it again after 12 hours', async () => {
  const browser = await signIn(host);
  const status = async () => (await browser.request('GET', '/api/admin/status')).json();
  const [session] = await sessions();
  passTime(12 * 60 * minute);
  expect(await status()).toEqual({ isAdmin: true, needsReauthentication: false });
  await site.app.platform.pool.query(
    "insert into passkeys (id, user_id, credential_id, public_key) values (gen_random_uuid(), $1, 'a-credential-of-host', '\\x00')",
    [session?.user_id],
  );
  expect(await status()).toEqual({ isAdmin: true, needsReauthentication: true });
  await site.app.platform.pool.query('update sessions set authenticated_at = $1', [site.now()]);
  expect(await status()).toEqual({ isAdmin: true, needsReauthentication: false });
});

test('T-35: other sites, subdomains, links, typed URLs and prefetches cannot sign out', async () => {
  const browser = await signIn(ann);
  const foreign: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'bogus' },
    { 'Sec-Fetch-Site': '' },
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

test('logout without a session succeeds', async () => {
  expect((await newBrowser().request('GET', '/api/logout')).status).toBe(200);
});

test('T-36: cookies have plain names on http://localhost, the __Host- prefix elsewhere', async () => {
  const cookiesOf = async (testSite: TestApp) => {
    const browser = cookieBrowser(testSite);
    const sent = await requestCode(browser, ann);
    const signedIn = await submitCode(browser, ann, await mailedCode(testSite, ann));
    const lines = [...sent.headers.getSetCookie(), ...signedIn.headers.getSetCookie()];
    return lines.map((line) => line.replace(/[\w-]{43}/g, 'TOKEN'));
  };
  const plain = 'Path=/; HttpOnly; SameSite=Lax';
  expect(await cookiesOf(site.app)).toEqual([
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

test('T-37: without the database, or with an invalid cookie, no user is signed in', async () => {
  const browser = await signIn(host);
  const pool = createPool('postgresql://nobody@127.0.0.1:9/nothing');
  const offline = await testApp({ pool, db: createDb(pool) });
  for (const path of ['/api/users/me', '/api/admin/status', '/api/sessions', '/api/purchased-products']) {
    const response = await cookieBrowser(offline, Object.fromEntries(browser.jar)).request('GET', path);
    expect([path, response.status]).toEqual([path, 503]);
    expect(await response.text()).not.toContain('isAdmin');
  }
  await offline.close();
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
    expect(await newBrowser({ session }).me()).toBeNull();
});

test('T-52: every response to a session cookie is private, no-store', async () => {
  const [one, two] = [await signIn(ann), await signIn(host)];
  for (const path of [
    '/api/products',
    '/api/amenities',
    '/api/users/me',
    '/api/sessions',
    '/api/nothing-here',
  ]) {
    for (const browser of [one, two, newBrowser({ session: 'stale' })]) {
      const response = await browser.request('GET', path);
      // Some responses add no-transform: a proxy must not compress text together with a secret.
      expect([path, response.headers.get('Cache-Control')]).toEqual([
        path,
        expect.stringMatching(/^private, no-store(, no-transform)?$/),
      ]);
    }
  }
  expect((await newBrowser().request('GET', '/api/users/me')).headers.get('Cache-Control')).toBe(
    'private, no-store, no-transform',
  );
});

test('a request without a session token runs no query', async () => {
  // The content cache sends queries of its own at any time until it listens for changes.
  await expect.poll(() => site.app.platform.content.version()).not.toBeNull();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  expect(await newBrowser({ theme: 'dark', session: 'not-a-token' }).me()).toBeNull();
  expect(query).not.toHaveBeenCalled();
});

test('last_seen_at is updated every five minutes at most', async () => {
  const browser = await signIn(ann);
  passTime(4 * minute);
  await browser.me();
  expect((await sessions())[0]?.last_seen_at).toEqual(site.start);
  passTime(minute);
  await browser.me();
  expect((await sessions())[0]?.last_seen_at).toEqual(site.now());
});

test('the hourly sweep deletes only expired sessions and codes', async () => {
  const { db } = site.app.platform;
  const expired = await signIn(ann);
  passTime(29 * day);
  const active = await signIn(host);
  passTime(2 * day);
  await requestCode(newBrowser(), ann);
  const sweep = jobs(site.app.platform, {} as MailTransport).sweep as () => Promise<void>;
  await sweep();
  expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  expect(await db.selectFrom('login_codes').select('email').execute()).toEqual([{ email: ann }]);
  expect(await active.me()).toMatchObject({ email: host });
  expect(await expired.me()).toBeNull();
});
