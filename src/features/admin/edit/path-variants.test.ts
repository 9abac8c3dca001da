import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminApp, adminApp } from '../../../../test/admin-table.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { createSite } from '../../../app.server.ts';
import { createPageCache } from '../../../platform/cache/page-cache.server.ts';
import { createWebServer, type WebServer } from '../../../platform/http/node-server.server.ts';
import { createMetrics } from '../../../platform/observability/metrics.server.ts';

let admin: AdminApp;
let web: WebServer;
let cookie: string;
beforeAll(async () => {
  admin = await adminApp();
  await admin.addSailors([{ name: 'Ann' }]);
  const { platform, api } = admin.app;
  const site = createSite({
    platform,
    api,
    metrics: createMetrics(),
    isReady: async () => true,
    renderPage: async () => new Response('', { status: 404 }),
    serveStatic: async () => null,
  });
  web = createWebServer(site, createPageCache(platform.content), platform.log, {});
  web.server.listen(0, '127.0.0.1');
  await once(web.server, 'listening');
  const guest = await signedInBrowser(admin.app, 'ann@example.com');
  cookie = [...guest.jar].map(([name, value]) => `${name}=${value}`).join('; ');
});
afterAll(async () => {
  await web.drain();
  await admin.app.close();
});

const endpoints: [method: string, path: string][] = [
  ['GET', '/api/admin/schemas'],
  ['GET', '/api/admin/schemas/sailors'],
  ['GET', '/api/tables/sailors'],
  ['GET', '/api/tables/sailors/export'],
  ['GET', '/api/tables/boats/1'],
  ['HEAD', '/api/tables/sailors'],
  ['POST', '/api/tables/boats'],
  ['PUT', '/api/tables/boats/1'],
  ['DELETE', '/api/tables/boats/1'],
  ['POST', '/api/tables/boats/bulk'],
  ['POST', '/api/tables/boats/import?commit=true'],
  ['GET', '/api/tables/boats/1/history'],
  ['GET', '/api/admin/trash?table=boats'],
  ['GET', '/api/admin/views?table=boats'],
  ['GET', '/api/admin/media'],
];

const escaped = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`;
const inside = (path: string, put: string, at: number): string => {
  const parts = path.split('/');
  return [...parts.slice(0, at), put, ...parts.slice(at)].join('/');
};

const ends =
  '/ // /. /.. /../ /./ %2f %2F %00 %20 %0a %0d%0a . .. ; ;x=1 .json .html ? ?? ?x # ?page=1&page=1 & %3f %23 \\ %5c * : ~ % %zz';
const starts = ['/', '//', '/.', '/./', '/x/..', '/%2e', '/%2e%2e', '/..', '/;', '/%2f', '/\\', '/%5c'];
const parts = ['', '.', '%2e', 'x/..', 'x/%2e%2e', ';', '%2f'];

/** Every spelling of one path that might bypass a guard by path. */
const spellings: ((path: string) => string)[] = [
  (path) => path,
  ...ends.split(' ').map((end) => (path: string) => path + end),
  ...starts.map((start) => (path: string) => start + path),
  ...parts.flatMap((part) => [
    (path: string) => inside(path, part, 2),
    (path: string) => inside(path, part, 3),
  ]),
  (path) => path.toUpperCase(),
  (path) => path.replace('api', 'Api'),
  (path) => path.replace('tables', 'TABLES').replace('admin', 'ADMIN'),
  (path) => path.replace('a', escaped('a')),
  (path) => path.replaceAll(/[a-z]/g, escaped),
  (path) => path.replace('/api/', '/api%2f'),
  (path) => path.replaceAll('/', '%2f').replace('%2f', '/'),
  (path) => path.replace('a', '%2561'),
  (path) => `http://127.0.0.1${path}`,
  (path) => `http://evil.example${path}`,
  (path) => `/api/site/..${path}`,
  (path) => `/api/site/%2e%2e/..${path}`,
];

/** Sends a request without normalizing its target, which clients would do. */
async function statusOf(method: string, target: string, cookies: string): Promise<number> {
  const socket = net.connect((web.server.address() as AddressInfo).port, '127.0.0.1');
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost:3000',
    'Connection: close',
    'Content-Length: 2',
    'Content-Type: application/json',
    ...(cookies ? [`Cookie: ${cookies}`] : []),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n{}`);
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(await text(socket)) ?? [];
  return Number(status);
}

test('there are many path variants', () => {
  const [, path] = endpoints[0] ?? ['', ''];
  expect(new Set(spellings.map((spell) => spell(path))).size).toBeGreaterThanOrEqual(60);
});

test.each(endpoints)(
  'T-75: %s %s rejects non-admins for every encoding of the path',
  async (method, path) => {
    const [start = '', query] = path.split('?');
    for (const spell of spellings) {
      const target = spell(start) + (query ? `?${query}` : '');
      for (const cookies of ['', cookie]) {
        expect([target, await statusOf(method, target, cookies)]).toEqual([
          target,
          expect.toBeOneOf([401, 403, 404]),
        ]);
      }
    }
  },
);

test('T-75: no row has changed', async () => {
  const { rows } = await admin.app.platform.pool.query('select id, name from boats order by id');
  expect(rows).toEqual([
    { id: 1, name: 'Albatross' },
    { id: 2, name: 'Beluga' },
  ]);
});
