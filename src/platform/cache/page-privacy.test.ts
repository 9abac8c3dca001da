import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { stubBuild } from '../../../test/pages-build.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { createSite } from '../../app.server.ts';
import type { ApiEnv } from '../http/app-env.server.ts';
import { createWebServer, listen, type WebServer } from '../http/node-server.server.ts';
import { createMetrics } from '../observability/metrics.server.ts';
import { createPageRenderer } from '../render-page.server.ts';
import { createPageCache } from './page-cache.server.ts';

const email = 'owner@guests.example';
const paths = [
  '/',
  '/shop',
  '/hosts',
  '/blog',
  '/blog/a-week-at-the-beach',
  '/blog/new',
  '/stays/sunset-villa',
  '/login',
  '/account',
  '/admin',
  '/auth/callback',
  '/notify/leave',
  '/no/such/page',
  '/checkout/success',
  '/checkout/cancel',
  '/checkout/error',
];

/** Every spelling of a `Cookie` header that some parser might read as a session; several headers where it is a list. */
const spellings = (name: string, token: string): (string | string[])[] => [
  `${name}=${token}`,
  ` ${name}=${token}`,
  `${name} =${token}`,
  `${name}\t=${token}`,
  `${name} \t =${token}`,
  `\t${name}=${token}`,
  `${name}= ${token}`,
  `${name}=\t${token} `,
  `a=1;${name}=${token}`,
  `a=1; ${name} =${token}`,
  `a=1;\t${name}\t=${token}`,
  `a=1; ;${name} =${token}`,
  `;${name} =${token}`,
  `a;${name} =${token}`,
  `=x; ${name} =${token}`,
  `a=1;;;${name} =${token};;`,
  `${name}="${token}"`,
  `${name} ="${token}"`,
  `${name}=${token}; ${name}=other`,
  `${name}=other; ${name} =${token}`,
  `a="; ${name} =${token}; b="`,
  `a=1, ${name} =${token}`,
  `${name.toUpperCase()} =${token}`,
  `${name.replace('s', 'S')} =${token}`,
  `%73ession=${token}; ${name} =${token}`,
  `$Version=1; ${name} =${token}`,
  `${name}[0]=${token}`,
  `__Secure-session =${token}`,
  `__Host-session =${token}`,
  `session =${token}`,
  `my${name} =${token}`,
  `${'x'.repeat(4_000)}=1; ${name} =${token}`,
  ['a=1', `${name} =${token}`],
  [`${name} =${token}`, 'a=1'],
  [`${name}\t=other`, `${name} =${token}`],
];

interface Setting {
  app: TestApp;
  web: WebServer;
  cookie: string;
  token: string;
  /** Empties the page cache, as a change of content does. */
  changeContent(): void;
  /** Lets the API find the session in calls that carry none. */
  recogniseEveryone(wanted: boolean): void;
}

async function openSite(env: Record<string, string>): Promise<Setting> {
  let version = 1;
  const content = {
    read: <T>(_: string, load: () => Promise<T>) => load(),
    version: () => version,
    get: () => undefined,
    set: () => {},
    clear: () => {},
  };
  const app = await testApp({ env, content: { ...content, close: async () => {} } });
  const { platform } = app;
  const { jar } = await signedInBrowser(app, email);
  const [cookie = '', token = ''] = [...jar].find(([name]) => name.endsWith('session')) ?? [];
  let recognised = false;
  const callApi = (request: Request, env: ApiEnv['Bindings']) => {
    if (recognised) request.headers.set('Cookie', `${cookie}=${token}`);
    return app.api.fetch(request, env);
  };
  const cache = createPageCache(platform.content);
  const site = createSite({
    platform,
    api: app.api,
    metrics: createMetrics(),
    isReady: async () => true,
    renderPage: createPageRenderer({ platform, build: stubBuild(showViewer), cache, api: callApi }),
    serveStatic: async () => null,
  });
  const web = createWebServer(site, cache, platform.log, {});
  await listen(web.server, 0);
  return {
    app,
    web,
    cookie,
    token,
    changeContent() {
      version += 1;
    },
    recogniseEveryone(wanted) {
      recognised = wanted;
    },
  };
}

/** A page that shows who is looking, as every page of the site does in its navbar. */
async function showViewer(request: Request, { api }: { api: typeof fetch }): Promise<Response> {
  const viewer = (await (await api('/api/users/me')).json()) as { email: string } | null;
  const own = request.headers.get('Cookie') ?? '';
  return new Response(`<!doctype html><p>${viewer?.email ?? 'nobody'}</p><p>${own}</p>`, {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
}

/** Sends exactly these headers: `fetch` would tidy them. */
async function get({ web }: Setting, path: string, cookieHeaders: string[]): Promise<string> {
  const socket = connect((web.server.address() as AddressInfo).port, '127.0.0.1');
  const lines = cookieHeaders.map((value) => `Cookie: ${value}\r\n`).join('');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}Connection: close\r\n\r\n`);
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return answer;
}

describe.each([
  ['on this machine', {}],
  ['over HTTPS', { APP_URL: 'https://site.example' }],
])('%s', (_, env) => {
  let site: Setting;
  beforeAll(async () => {
    site = await openSite(env);
  });
  afterAll(async () => {
    site.web.server.closeAllConnections();
    await site.web.drain();
    await site.app.close();
  });

  test('T-52: a signed-in page never reaches another visitor: 0 of 560 pages, over 35 spellings', async () => {
    let crossed = 0;
    let own = 0;
    const all = spellings(site.cookie, site.token);
    expect([all.length, all.length * paths.length]).toEqual([35, 560]);
    for (const spelling of all) {
      site.changeContent();
      for (const path of paths) {
        const signedIn = await get(site, path, [spelling].flat());
        if (signedIn.includes(`<p>${email}</p>`)) own += 1;
        expect(signedIn, `${path} with ${spelling}`).toContain('private, no-store');
        // Twice: the first may come from the renderer, the second comes from the cache.
        const anonymous = [await get(site, path, []), await get(site, path, ['theme=dark'])];
        if (anonymous.some((page) => page.includes(email) || page.includes(site.token))) crossed += 1;
        expect(anonymous[1], path).toContain('<p>nobody</p>');
        expect(anonymous[1], path).toContain('public, max-age=0');
      }
    }
    expect(crossed).toBe(0);
    // Most spellings are sessions for the API: otherwise this would show nothing.
    expect(own).toBeGreaterThanOrEqual(20 * paths.length);
  });

  test('T-52: a visitor with a session never gets the stored page, however the header is spelled', async () => {
    site.changeContent();
    for (const path of paths) await get(site, path, []);
    for (const spelling of spellings(site.cookie, site.token)) {
      const answer = await get(site, '/account', [spelling].flat());
      expect(answer, String(spelling)).toContain('private, no-store');
    }
  });

  test('T-52: a page is not stored when the API recognises a viewer whom the page cache did not: 0 of 32', async () => {
    site.recogniseEveryone(true);
    site.changeContent();
    const signedIn = await Promise.all([...paths, ...paths].map((path) => get(site, path, [])));
    site.recogniseEveryone(false);
    // Otherwise this would show nothing.
    expect(signedIn.filter((page) => page.includes(`<p>${email}</p>`))).toHaveLength(32);
    const later = [];
    for (const path of paths) later.push(await get(site, path, []), await get(site, path, []));
    expect(later.filter((page) => page.includes(email))).toEqual([]);
  });
});
