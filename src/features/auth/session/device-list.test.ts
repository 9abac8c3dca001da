import { expect, test } from 'vitest';
import { authSite, type Browser } from '../../../../test/sign-in.ts';
import type { SessionView } from '../contract.server.ts';
import { requireAdmin, requireUser } from '../guards.ts';

const ann = 'ann@guests.example';
const eve = 'eve@guests.example';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

const site = authSite();
const { newBrowser, passTime, signIn } = site;

const listSessions = async (browser: Browser) =>
  (await (await browser.request('GET', '/api/sessions')).json()) as SessionView[];

function browserWithAgent(agent: string): Browser {
  const browser = newBrowser();
  return {
    ...browser,
    request: (method, path, options = {}) =>
      browser.request(method, path, { ...options, headers: { 'User-Agent': agent, ...options.headers } }),
  };
}

test('GET /api/sessions lists every browser of the user with device, place and last use', async () => {
  const phone = await signIn(ann, browserWithAgent(safari));
  passTime(1_000);
  const desk = await signIn(ann, browserWithAgent(firefox));
  await signIn(eve);
  const sessions = await listSessions(desk);
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
  expect((await listSessions(phone)).map(({ current }) => current)).toEqual([false, true]);
});

test('T-34: a session revoked from another browser ends at once', async () => {
  const phone = await signIn(ann);
  const desk = await signIn(ann);
  const other = (await listSessions(desk)).find(({ current }) => !current)?.id;
  expect((await desk.request('DELETE', `/api/sessions/${other}`)).status).toBe(200);
  expect(await phone.me()).toBeNull();
  expect(await desk.me()).toMatchObject({ email: ann });
  expect((await desk.request('DELETE', `/api/sessions/${other}`)).status).toBe(404);
});

test('revoking the current session signs this browser out', async () => {
  const desk = await signIn(ann);
  const [own] = await listSessions(desk);
  await desk.request('DELETE', `/api/sessions/${own?.id}`);
  expect(desk.jar.has('session')).toBe(false);
  expect(await desk.me()).toBeNull();
});

test('DELETE /api/sessions ends the user’s other sessions and no other user’s', async () => {
  const others = [await signIn(ann), await signIn(ann)];
  const desk = await signIn(ann);
  const otherUser = await signIn(eve);
  const response = await desk.request('DELETE', '/api/sessions');
  expect(await response.json()).toEqual({ success: true, ended: 2 });
  for (const other of others) expect(await other.me()).toBeNull();
  expect(await desk.me()).toMatchObject({ email: ann });
  expect(await otherUser.me()).toMatchObject({ email: eve });
});

test('T-14: another user’s session and invalid ids are not found', async () => {
  const victim = await signIn(ann);
  const [session] = await listSessions(victim);
  const otherUser = await signIn(eve);
  for (const id of [session?.id, '1', '0', 'null', '%00', "'", '00000000-0000-0000-0000-000000000000'])
    expect([id, (await otherUser.request('DELETE', `/api/sessions/${id}`)).status]).toEqual([id, 404]);
  expect(await victim.me()).toMatchObject({ email: ann });
});

test('cross-site requests cannot end sessions or delete the account', async () => {
  const browser = await signIn(ann);
  const headers = { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' };
  for (const path of ['/api/sessions', '/api/users/me'])
    expect((await browser.request('DELETE', path, { headers })).status).toBe(403);
  expect(await browser.me()).toMatchObject({ email: ann });
});

const guarded = ['admin/status', 'sessions', 'purchased-products', 'users/me/data'];
const pathVariants = guarded.flatMap((path) => [
  `/api/${path}`,
  `/api/${path}/`,
  `/api//${path}`,
  `//api/${path}`,
  `/api/./${path}`,
  `/api/x/../${path}`,
  `/API/${path}`,
  `/api/${path.toUpperCase()}`,
  `/api/${path}%2f`,
  `/api%2f${path}`,
  `/api/%2e/${path}`,
  `/api/${path}?`,
  `/api/${path};x=1`,
  `/api/${path}.json`,
  `/api/${path}%00`,
  `/api/${path}%20`,
  `/api/${path.replace('s', '%73')}`,
  `/api\\${path}`,
  `/api/${path}#x`,
  `/api/api/${path}`,
]);

test('T-75: no variant of a path skips the guard inside its handler', async () => {
  expect(pathVariants.length).toBeGreaterThanOrEqual(60);
  const origin = site.app.platform.settings.appUrl;
  for (const variant of pathVariants) {
    const response = await site.app.request('GET', origin + variant);
    expect([variant, [401, 403, 404].includes(response.status)]).toEqual([variant, true]);
  }
});

test('guards reject anonymous visitors, non-admins and sessions due for reauthentication', () => {
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
  const outcome = (call: () => unknown) => {
    try {
      call();
      return 'allowed';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect(outcome(() => requireUser({ viewer: null }))).toBe('unauthenticated');
  expect(outcome(() => requireUser({ viewer: guest }))).toBe('allowed');
  expect(outcome(() => requireAdmin({ viewer: null }))).toBe('unauthenticated');
  expect(outcome(() => requireAdmin({ viewer: guest }))).toBe('forbidden');
  expect(outcome(() => requireAdmin({ viewer: { ...admin, needsReauthentication: true } }))).toBe(
    'forbidden',
  );
  expect(outcome(() => requireAdmin({ viewer: admin }))).toBe('allowed');
});
