import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { readBody } from './body.server.ts';

const submit = '/api/forms/submit';
const inquiry = {
  formId: 'booking_inquiry',
  name: 'Ann Lee',
  email: 'ann@guests.example',
  property: 'Sunset Villa',
  checkin: '2026-06-10',
  checkout: '2026-06-17',
  guests: 4,
};

let app: TestApp;
let server: Server;
beforeAll(async () => {
  app = await testApp({ now: () => new Date('2026-03-01T18:00:00Z') });
  server = createServer(getRequestListener(app.api.fetch, { overrideGlobalObjects: false }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() =>
  app.platform.pool.query('truncate inquiries, rate_limits, graphile_worker._private_jobs cascade'),
);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
});

const writes = () =>
  app.api.routes.filter(
    ({ method, path }) => !['GET', 'HEAD', 'ALL'].includes(method) && !path.endsWith('*'),
  );

/** Every row that a write could have left behind. */
async function effects(): Promise<unknown> {
  const { rows } = await app.platform.pool.query(`select
    (select count(*) from inquiries) as inquiries, (select count(*) from checkouts) as checkouts,
    (select count(*) from purchases) as purchases, (select count(*) from webhook_events) as events,
    (select count(*) from graphile_worker._private_jobs) as jobs, (select count(*) from rate_limits) as limits`);
  return rows[0];
}

const form = (fields: object) => new URLSearchParams(Object.entries(fields).map(([k, v]) => [k, String(v)]));
const multipart = (fields: object) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, String(value));
  return data;
};
const evil = 'https://evil.example';

/** What another site's page can make a visitor's browser send, by name. */
const foreign: Record<string, { headers: Record<string, string>; body?: BodyInit; json?: object }> = {
  'a form, urlencoded': { headers: { Origin: evil, 'Sec-Fetch-Site': 'cross-site' }, body: form(inquiry) },
  'a form with JSON as text/plain': {
    headers: { Origin: evil, 'Content-Type': 'text/plain' },
    body: JSON.stringify(inquiry),
  },
  'a form, multipart': { headers: { Origin: evil }, body: multipart(inquiry) },
  'an opaque origin': { headers: { Origin: 'null' }, json: inquiry },
  'an opaque origin that claims to be ours': {
    headers: { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    json: inquiry,
  },
  'a subdomain': {
    headers: { Origin: 'http://blog.localhost:3000', 'Sec-Fetch-Site': 'same-site' },
    json: inquiry,
  },
  'another port': { headers: { Origin: 'http://localhost:3001' }, json: inquiry },
  'another scheme': { headers: { Origin: 'https://localhost:3000' }, json: inquiry },
  'our address as a prefix': { headers: { Origin: 'http://localhost:3000.evil.example' }, json: inquiry },
  'another site, no origin': { headers: { 'Sec-Fetch-Site': 'cross-site' }, json: inquiry },
  'a typed address': { headers: { 'Sec-Fetch-Site': 'none' }, json: inquiry },
};

test.each(Object.entries(foreign))('every write rejects %s and changes nothing', async (_, attack) => {
  const before = await effects();
  expect(writes().length).toBeGreaterThan(0);
  for (const { method, path } of writes()) {
    const response = await app.request(method, path.replace(/:\w+/g, 'x'), attack);
    expect([path, response.status]).toEqual([path, 403]);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  }
  expect(await effects()).toEqual(before);
});

/** Mail programs post a form here automatically (RFC 8058); a token authorizes them, and wrong ones are counted. */
const takesForms = '/api/notify/leave';

test.each([
  ['urlencoded', form(inquiry)],
  ['multipart', multipart(inquiry)],
  ['text/plain', JSON.stringify(inquiry)],
])('a form without an origin is rejected for its type: %s', async (_, body) => {
  const before = await effects();
  for (const { method, path } of writes().filter((write) => write.path !== takesForms)) {
    const response = await app.request(method, path.replace(/:\w+/g, 'x'), { body });
    expect([path, response.status >= 400 && response.status < 500]).toEqual([path, true]);
  }
  expect((await app.request('POST', submit, { body })).status).toBe(415);
  expect(await effects()).toEqual(before);
});

test('an upload without an Origin is rejected with the missing header', async () => {
  const response = await app.request('POST', '/api/upload/media', { body: multipart(inquiry) });
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({
    message: 'Please say where this request comes from (Origin: http://localhost:3000).',
  });
});

test.each([
  ['no content type', ''],
  ['a type that only begins like JSON', 'application/jsonp'],
  ['JSON as a parameter', 'text/plain; application/json'],
])('%s is not JSON', async (_, type) => {
  const headers = { 'Content-Type': type };
  expect(
    (await app.request('POST', submit, { headers, body: Buffer.from(JSON.stringify(inquiry)) })).status,
  ).toBe(415);
});

test.each<[string, Record<string, string>]>([
  ['the site itself', { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' }],
  ['the site in an older browser', { Origin: 'http://localhost:3000' }],
  ['a program', {}],
  ['a program that names the charset', { 'Content-Type': 'application/json; charset=utf-8' }],
  [
    'the site at another of its addresses',
    { Host: '127.0.0.1:3000', Origin: 'http://127.0.0.1:3000', 'Sec-Fetch-Site': 'same-origin' },
  ],
])('%s may write', async (_, headers) => {
  expect((await app.request('POST', submit, { headers, json: inquiry })).status).toBe(200);
});

test.each(['GET', 'POST', 'OPTIONS'])(
  'no other origin is allowed to read a response to %s',
  async (method) => {
    for (const Origin of [evil, 'null', 'http://localhost:3000']) {
      const headers = {
        Origin,
        Cookie: 'session=x',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      };
      for (const path of [submit, '/api/properties', '/api/users/me', '/api/nothing']) {
        const response = await app.request(method, path, { headers });
        const allowing = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
        expect(allowing).toEqual([]);
      }
    }
  },
);

const json = (body: BodyInit) =>
  app.request('POST', submit, { body, headers: { 'Content-Type': 'application/json' } });
const text = JSON.stringify(inquiry);

test.each<[string, BodyInit, number]>([
  ['nothing', '', 400],
  ['half of it', text.slice(0, 40), 400],
  [
    'a byte that is not UTF-8',
    Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    400,
  ],
  ['an overlong slash', Buffer.concat([Buffer.from('"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"')]), 400],
  ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]), 400],
  ['UTF-16', Buffer.from(text, 'utf16le'), 400],
  ['10 000 open brackets', '['.repeat(10_000), 400],
  ['a list 10 000 deep', '['.repeat(10_000) + ']'.repeat(10_000), 400],
  [
    'an object 10 000 deep beside the fields',
    text.replace('}', `,"x":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`),
    400,
  ],
  ['a million and one bytes', `"${'a'.repeat(999_999)}"`, 413],
  ['ten megabytes', 'x'.repeat(10_000_000), 413],
])('a body of %s is rejected cleanly', async (_, body, status) => {
  const response = await json(body);
  expect(response.status).toBe(status);
  const { message, error, code } = (await response.json()) as Record<string, string>;
  expect([error, code]).toEqual([message, status === 413 ? 'tooLarge' : 'invalid']);
});

test('prototype keys are plain keys, and the last duplicate wins', async () => {
  const body = text.replace(
    '{',
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}},"guests":99,',
  );
  expect((await json(body)).status).toBe(200);
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
});

test('readBody counts bytes and ignores Content-Length', async () => {
  for (const length of [undefined, '10', '-1', 'NaN']) {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(100_000));
      },
    });
    const headers = new Headers(length === undefined ? {} : { 'Content-Length': length });
    const request = { headers, body: endless } as unknown as Request;
    await expect(readBody(request, 1_000_000)).rejects.toMatchObject({ code: 'tooLarge' });
    expect(pulled).toBeLessThan(15);
  }
  const request = { headers: new Headers({ 'Content-Length': '9999999' }), body: null } as unknown as Request;
  await expect(readBody(request, 1_000_000)).rejects.toMatchObject({ code: 'tooLarge' });
});

/** Writes raw bytes to the server and returns everything it sends back. */
async function raw(lines: string[], ending?: 'hang up'): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  socket.write(lines.join('\r\n'));
  if (ending) socket.end();
  await once(socket, 'close');
  return received;
}
const head = [
  `POST ${submit} HTTP/1.1`,
  'Host: localhost:3000',
  'Content-Type: application/json',
  'Connection: close',
];

test('a chunked body is read, and rejected over the limit', async () => {
  const chunk = (body: string) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;
  const chunked = [...head, 'Transfer-Encoding: chunked', ''];
  expect(await raw([...chunked, `${chunk(text)}0\r\n\r\n`])).toMatch(/^HTTP\/1\.1 200 /);
  expect(await raw([...chunked, `${chunk('x'.repeat(600_000)).repeat(2)}0\r\n\r\n`])).toMatch(
    /^HTTP\/1\.1 413 /,
  );
});

test('a wrong Content-Length is rejected, and the next request is served', async () => {
  expect(await raw([...head, `Content-Length: ${text.length - 5}`, '', text])).toMatch(/^HTTP\/1\.1 400 /);
  expect(await raw([...head, 'Content-Length: 12, 13', '', text])).toMatch(/^HTTP\/1\.1 400 /);
  expect(await raw([...head, 'Content-Length: 5', 'Transfer-Encoding: chunked', '', text])).toMatch(
    /^HTTP\/1\.1 400 /,
  );
  await raw([...head, `Content-Length: ${text.length + 50}`, '', text], 'hang up');
  expect(await raw([...head, `Content-Length: ${text.length}`, '', text])).toMatch(/^HTTP\/1\.1 200 /);
});
