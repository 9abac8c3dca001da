import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { newProperty, sender } from '../../../../test/rows.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';

let app: TestApp;
let host: Browser;
let send: ReturnType<typeof sender>;
beforeAll(async () => {
  app = await testApp({ env: { ADMIN_EMAILS: 'host@example.com,cohost@example.com' } });
  host = await signedInBrowser(app, 'host@example.com');
  send = sender(host);
});
afterAll(() => app.close());

/** Everything that a write could leave behind: every row of ours, and every file. Sessions record when they were used. */
async function everything(): Promise<string> {
  const { pool, settings } = app.platform;
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relname not in ('sessions', 'rate_limits') order by relname`,
  );
  const digest = createHash('sha256');
  for (const { name } of rows) {
    const found = await pool.query(
      `select coalesce(string_agg(t::text || xmin, '|' order by t::text), '') as all from "${name}" as t`,
    );
    digest.update(`${name}:${found.rows[0].all}`);
  }
  const folder = settings.dataDir;
  for (const file of (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  )) {
    const place = path.join(file.parentPath, file.name);
    digest.update(place).update(await readFile(place));
  }
  return digest.digest('hex');
}

async function everyWrite() {
  const home = await send('POST', '/api/tables/properties', newProperty());
  const gone = await send('POST', '/api/tables/properties', newProperty());
  const { trashId } = await send('DELETE', `/api/tables/properties/${gone.id}`);
  const { data } = await send('GET', `/api/tables/properties/${home.id}/history`);
  const name = crypto.randomUUID().slice(0, 8);
  const view = await send('POST', '/api/admin/views', { table: 'properties', name, query: '' });
  const json = (method: string, place: string, value?: unknown) => ({ method, path: place, json: value });
  return [
    json('POST', '/api/tables/properties', newProperty()),
    json('PUT', `/api/tables/properties/${home.id}`, { title: 'Taken over' }),
    json('DELETE', `/api/tables/properties/${home.id}`),
    json('POST', '/api/tables/properties/bulk', { ids: [home.id], set: { title: 'Taken over' } }),
    json('POST', '/api/tables/properties/bulk', { ids: [home.id], delete: true }),
    json('POST', `/api/tables/properties/${home.id}/history/${data[0].id}/restore`),
    json('POST', `/api/admin/trash/${trashId}/restore`),
    json('POST', '/api/admin/trash/restore', { trashIds: [trashId] }),
    json('POST', '/api/admin/views', { table: 'properties', name: 'Mine', query: '' }),
    json('PUT', `/api/admin/views/${view.id}`, { name: 'Mine', query: '' }),
    json('DELETE', `/api/admin/views/${view.id}`),
    {
      method: 'POST',
      path: '/api/tables/amenities/import?commit=true',
      body: 'name\nMine\n',
      headers: { 'Content-Type': 'text/csv' },
    },
  ];
}

const everyRead = (id: string) => [
  `/api/tables/properties/${id}/history`,
  '/api/admin/trash',
  '/api/admin/views?table=properties',
];

describe('T-66: non-admins write nothing', () => {
  test('anonymous users, guests and former admins are rejected before their body is parsed', async () => {
    const guest = await signedInBrowser(app, 'guest@example.com');
    const removed = await signedInBrowser(app, 'cohost@example.com');
    const { pool } = app.platform;
    await pool.query("update users set role = 'guest' where email = 'cohost@example.com'");
    const writes = await everyWrite();
    const before = await everything();
    for (const [browser, status] of [
      [cookieBrowser(app), 401],
      [guest, 403],
      [removed, 403],
    ] as const) {
      for (const { method, path: place, ...request } of writes) {
        const response = await browser.request(method, place, request);
        expect([method, place, response.status]).toEqual([method, place, status]);
      }
      for (const place of everyRead(crypto.randomUUID())) {
        expect([place, (await browser.request('GET', place)).status]).toEqual([place, status]);
      }
    }
    expect(await everything()).toBe(before);
  });

  test('the body of a non-admin is not read', async () => {
    let isRead = false;
    const body = new ReadableStream(
      {
        pull(controller) {
          isRead = true;
          controller.enqueue(new TextEncoder().encode('{}'));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const request = new Request('http://localhost:3000/api/tables/properties', {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'Content-Type': 'application/json', Origin: 'http://localhost:3000' },
    } as RequestInit);
    const response = await app.api.fetch(request, {});
    expect(response.status).toBe(401);
    expect(isRead).toBe(false);
  });

  test('T-75: no encoding of the path gets around it', async () => {
    const before = await everything();
    const spellings = [
      '/api//tables/properties',
      '/api/tables//properties',
      '/api/tables/properties/',
      '/API/tables/properties',
      '/api/tables/%70roperties',
      '/api/%74ables/properties',
      '/api/./tables/properties',
      '/api/x/../tables/properties',
      '/api/tables/properties%2f',
      '/api/tables/properties?x',
      '/api/tables/properties;x',
      '/api/tables/properties%00',
      '/api/tables/PROPERTIES',
      '/api/tables/properties.json',
      '/api/tables/properties/bulk/',
      '/api/tables/%2e/properties',
    ];
    for (const place of spellings) {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const response = await cookieBrowser(app).request(method, place, { json: newProperty() });
        expect([401, 403, 404], `${method} ${place}`).toContain(response.status);
      }
    }
    expect(await everything()).toBe(before);
  });
});

const fromElsewhere: Record<string, string>[] = [
  { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'null' },
  { Origin: 'http://sub.localhost:3000' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'none' },
];

test('T-46: a cross-site request with an admin’s cookie is rejected', async () => {
  const writes = await everyWrite();
  const before = await everything();
  for (const { method, path: place, ...request } of writes) {
    for (const headers of fromElsewhere) {
      const response = await host.request(method, place, { ...request, headers });
      expect([method, place, headers, response.status]).toEqual([method, place, headers, 403]);
    }
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const asForm = { body: '{"title":"x"}', headers: { 'Content-Type': type } };
    expect((await host.request('POST', '/api/tables/properties', asForm)).status).toBe(415);
    expect((await host.request('POST', '/api/tables/properties/import?commit=true', asForm)).status).toBe(
      415,
    );
  }
  expect(await everything()).toBe(before);
});

test('T-73: unknown and repeated parameters are rejected, and nothing is written', async () => {
  const writes = await everyWrite();
  const before = await everything();
  for (const { method, path: place, ...request } of writes) {
    for (const odd of ['x=1', '__proto__=1', '__proto__[x]=1', 'constructor=1']) {
      const response = await host.request(
        method,
        `${place}${place.includes('?') ? '&' : '?'}${odd}`,
        request,
      );
      expect([method, place, odd, response.status]).toEqual([method, place, odd, 400]);
    }
  }
  const id = crypto.randomUUID();
  for (const [method, place] of [
    ['POST', '/api/tables/properties/import?commit=true&commit=false'],
    ['POST', `/api/tables/properties/${id}/history/1/restore?side=before&side=after`],
    ['GET', `/api/tables/properties/${id}/history?page=1&page=x`],
    ['GET', '/api/admin/trash?table=properties&table=products'],
    ['GET', '/api/admin/views?table=properties&__proto__=1'],
  ] as const) {
    expect([place, await send(method, place)]).toMatchObject([place, { status: 400, code: 'invalid' }]);
  }
  expect(await everything()).toBe(before);
});

test('responses are not cached', async () => {
  const { id } = await send('POST', '/api/tables/properties', newProperty());
  for (const place of everyRead(id)) {
    expect((await host.request('GET', place)).headers.get('Cache-Control')).toBe('private, no-store');
  }
});

describe('roles', () => {
  const role = async (email: string) =>
    (await app.platform.pool.query('select id, role from users where email = $1', [email])).rows[0];

  test('T-34: losing the role ends admin access at once', async () => {
    const cohost = await signedInBrowser(app, 'cohost@example.com');
    const { id } = await role('cohost@example.com');
    expect((await cohost.request('GET', '/api/tables/users')).status).toBe(200);
    expect(await send('PUT', `/api/tables/users/${id}`, { role: 'guest' })).toMatchObject({
      status: 200,
      role: 'guest',
    });
    expect((await cohost.request('GET', '/api/tables/users')).status).toBe(401);
    expect(await send('PUT', `/api/tables/users/${id}`, { role: 'admin' })).toMatchObject({
      status: 200,
      role: 'admin',
    });
  });

  test('admins cannot demote themselves, alone or in bulk', async () => {
    const { id } = await role('host@example.com');
    const { id: other } = await role('cohost@example.com');
    const words = 'You cannot take the administrator role from yourself';
    const refusal = { status: 400, message: words, fields: { role: words } };
    expect(await send('PUT', `/api/tables/users/${id}`, { role: 'guest' })).toMatchObject(refusal);
    const both = { ids: [other, id], set: { role: 'guest' } };
    expect(await send('POST', '/api/tables/users/bulk', both)).toMatchObject(refusal);
    expect((await role('cohost@example.com')).role).toBe('admin');
  });

  test('two admins who demote each other at once leave one', async () => {
    for (let round = 1; round <= 3; round += 1) {
      await app.platform.pool.query('truncate rate_limits');
      await app.platform.pool.query(
        "update users set role = 'admin' where email in ('host@example.com', 'cohost@example.com')",
      );
      host = await signedInBrowser(app, 'host@example.com');
      const cohost = await signedInBrowser(app, 'cohost@example.com');
      const [one, two] = [await role('host@example.com'), await role('cohost@example.com')];
      const responses = await Promise.all([
        host.request('PUT', `/api/tables/users/${two.id}`, { json: { role: 'guest' } }),
        cohost.request('PUT', `/api/tables/users/${one.id}`, { json: { role: 'guest' } }),
      ]);
      expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      const { rows } = await app.platform.pool.query("select count(*) from users where role = 'admin'");
      expect(rows).toEqual([{ count: 1 }]);
    }
    await app.platform.pool.query(
      "update users set role = 'admin' where email in ('host@example.com', 'cohost@example.com')",
    );
    host = await signedInBrowser(app, 'host@example.com');
    send = sender(host);
  });

  test('only ADMIN_EMAILS get the role; no other field of a user can be written', async () => {
    const { id } = await role('guest@example.com');
    const words =
      'guest@example.com is not in ADMIN_EMAILS: only an address of that setting can be an administrator';
    expect(await send('PUT', `/api/tables/users/${id}`, { role: 'admin' })).toMatchObject({
      status: 400,
      fields: { role: words },
    });
    const more = {
      email: 'host@example.com',
      name: 'x',
      google_subject: 'x',
      google_issuer: 'x',
      isAdmin: true,
    };
    const before = await send('GET', `/api/tables/users/${id}`);
    expect(await send('PUT', `/api/tables/users/${id}`, more)).toEqual(before);
  });
});
