import { expect, test } from 'vitest';
import { testAppForFile } from './app.ts';
import { cookieBrowser } from './cookie-browser.ts';
import { signedInBrowser } from './sign-in.ts';

const app = await testAppForFile();
const { paths } = (await (await app.request('GET', '/api/openapi.json')).json()) as {
  paths: Record<string, Record<string, unknown>>;
};
const calls = Object.entries(paths)
  // `status` shows every signed-in user whether they are a host.
  .filter(([path]) => /^\/api\/(admin|tables)\//.test(path) && path !== '/api/admin/status')
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method.toUpperCase(), path] as const));
const guest = await signedInBrowser(app, 'curious@guests.example', cookieBrowser(app));

test('every call of the hosts is described', () => {
  expect(calls.length).toBeGreaterThan(60);
});

test.each(calls)(
  '%s %s is closed to strangers and guests before its body is looked at',
  async (method, path) => {
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    const bodies = method === 'GET' || method === 'DELETE' ? [{}] : [{}, { json: {} }];
    for (const body of bodies) {
      expect((await app.request(method, url, body)).status, JSON.stringify(body)).toBe(401);
      expect((await guest.request(method, url, body)).status, JSON.stringify(body)).toBe(403);
    }
  },
);
