import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { requireAdmin, requireUser } from '../guards.ts';
import { describeUserAgent } from './describe-client.ts';
import type { SessionView } from './device-list.server.ts';

const ann = 'ann@guests.example';
const eve = 'eve@guests.example';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(() =>
  app.platform.pool.query(
    'truncate users, sessions, login_codes, rate_limits, graphile_worker._private_jobs cascade',
  ),
);
afterAll(() => app.close());

type Browser = ReturnType<typeof cookieBrowser>;
const listed = async (browser: Browser) =>
  (await (await browser.request('GET', '/api/sessions')).json()) as SessionView[];

/** A browser that says what it is. */
function browserNamed(agent: string): Browser {
  const browser = cookieBrowser(app);
  return {
    ...browser,
    request: (method, path, options = {}) =>
      browser.request(method, path, { ...options, headers: { 'User-Agent': agent, ...options.headers } }),
  };
}

test('a person sees every browser they are signed in with: device, place, last use', async () => {
  const phone = await signedInBrowser(app, ann, browserNamed(safari));
  const desk = await signedInBrowser(app, ann, browserNamed(firefox));
  await signedInBrowser(app, eve);
  const sessions = await listed(desk);
  expect(sessions).toEqual([
    {
      id: expect.any(String),
      device: 'Firefox on Windows',
      place: expect.stringMatching(/^198\.51\.\d+\.\d+$/),
      method: 'code',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      current: true,
    },
    expect.objectContaining({ device: 'Safari on iPhone', current: false }),
  ]);
  expect((await listed(phone)).map(({ current }) => current)).toEqual([false, true]);
});

test('T-34: a session that its owner ends elsewhere is over at once', async () => {
  const phone = await signedInBrowser(app, ann);
  const desk = await signedInBrowser(app, ann);
  const other = (await listed(desk)).find(({ current }) => !current)?.id;
  expect((await desk.request('DELETE', `/api/sessions/${other}`)).status).toBe(200);
  expect(await phone.me()).toBeNull();
  expect(await desk.me()).toMatchObject({ email: ann });
  expect((await desk.request('DELETE', `/api/sessions/${other}`)).status).toBe(404);
});

test('ending the session one is in signs this browser out', async () => {
  const desk = await signedInBrowser(app, ann);
  const [own] = await listed(desk);
  await desk.request('DELETE', `/api/sessions/${own?.id}`);
  expect(desk.jar.has('session')).toBe(false);
  expect(await desk.me()).toBeNull();
});

test('all other sessions end with one call, and nobody else’s', async () => {
  const others = [await signedInBrowser(app, ann), await signedInBrowser(app, ann)];
  const desk = await signedInBrowser(app, ann);
  const stranger = await signedInBrowser(app, eve);
  const response = await desk.request('DELETE', '/api/sessions');
  expect(await response.json()).toEqual({ success: true, ended: 2 });
  for (const other of others) expect(await other.me()).toBeNull();
  expect(await desk.me()).toMatchObject({ email: ann });
  expect(await stranger.me()).toMatchObject({ email: eve });
});

test('T-14: another person’s session is not found, and what is no id neither', async () => {
  const victim = await signedInBrowser(app, ann);
  const [session] = await listed(victim);
  const stranger = await signedInBrowser(app, eve);
  for (const id of [session?.id, '1', '0', 'null', '%00', "'", '00000000-0000-0000-0000-000000000000'])
    expect([id, (await stranger.request('DELETE', `/api/sessions/${id}`)).status]).toEqual([id, 404]);
  expect(await victim.me()).toMatchObject({ email: ann });
});

test('another site cannot end sessions or delete the account', async () => {
  const browser = await signedInBrowser(app, ann);
  const headers = { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' };
  for (const path of ['/api/sessions', '/api/users/me'])
    expect((await browser.request('DELETE', path, { headers })).status).toBe(403);
  expect(await browser.me()).toMatchObject({ email: ann });
});

const guarded = ['admin/status', 'sessions', 'purchased-products', 'users/me/data'];
const spellings = guarded.flatMap((path) => [
  ...[
    `/api/${path}`,
    `/api/${path}/`,
    `/api//${path}`,
    `//api/${path}`,
    `/api/./${path}`,
    `/api/x/../${path}`,
  ],
  ...[`/API/${path}`, `/api/${path.toUpperCase()}`, `/api/${path}%2f`, `/api%2f${path}`, `/api/%2e/${path}`],
  ...[`/api/${path}?`, `/api/${path};x=1`, `/api/${path}.json`, `/api/${path}%00`, `/api/${path}%20`],
  ...[`/api/${path.replace('s', '%73')}`, `/api\\${path}`, `/api/${path}#x`, `/api/api/${path}`],
]);

test('T-75: no spelling of an address gets around the guard inside its call', async () => {
  expect(spellings.length).toBeGreaterThanOrEqual(60);
  const origin = app.platform.settings.appUrl;
  for (const spelling of spellings) {
    const response = await app.request('GET', origin + spelling);
    expect([spelling, [401, 403, 404].includes(response.status)]).toEqual([spelling, true]);
  }
});

test('a guard lets nobody through who is not signed in, no administrator, or due for a renewal', () => {
  const guest = {
    id: '',
    email: ann,
    name: '',
    role: 'guest' as const,
    createdAt: new Date(),
    sessionId: '',
    needsReauthentication: false,
  };
  const admin = { ...guest, role: 'admin' as const };
  const refused = (call: () => unknown) => {
    try {
      call();
      return 'allowed';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect(refused(() => requireUser({ viewer: null }))).toBe('unauthenticated');
  expect(refused(() => requireUser({ viewer: guest }))).toBe('allowed');
  expect(refused(() => requireAdmin({ viewer: null }))).toBe('unauthenticated');
  expect(refused(() => requireAdmin({ viewer: guest }))).toBe('forbidden');
  expect(refused(() => requireAdmin({ viewer: { ...admin, needsReauthentication: true } }))).toBe(
    'forbidden',
  );
  expect(refused(() => requireAdmin({ viewer: admin }))).toBe('allowed');
});

test('a device has a name that a person recognises', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  expect(describeUserAgent(`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`)).toBe('Chrome on Linux');
  expect(describeUserAgent(`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`)).toBe('Chrome on Android');
  expect(describeUserAgent(`Mozilla/5.0 (Windows NT 10.0) ${chrome} Edg/140.0.0.0`)).toBe('Edge on Windows');
  expect(describeUserAgent(safari.replace('Version/', 'EdgiOS/140.0.0.0 Version/'))).toBe('Edge on iPhone');
  expect(describeUserAgent(firefox)).toBe('Firefox on Windows');
  expect(describeUserAgent(safari)).toBe('Safari on iPhone');
  expect(describeUserAgent('curl/8.5.0')).toBe('Unknown device');
  expect(describeUserAgent('')).toBe('Unknown device');
});
