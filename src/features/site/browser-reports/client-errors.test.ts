import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { createLog } from '../../../platform/observability/logger.server.ts';
import { type ClientError, clientErrorLimits, describeClientError } from './client-errors.ts';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const destination = new Writable({
    write(line, _, done) {
      lines.push(String(line));
      done();
    },
  });
  app = await testApp({ log: createLog('warn', destination) });
});
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
});

const mismatch: ClientError = {
  kind: 'recovered',
  message: 'Error: Minified React error #418',
  componentStack: '\n    at h1 (<anonymous>)\n    at Home (/assets/home.js:1:14861)',
  path: '/stays/the-beachcomber',
};
const logged = { ...mismatch, path: '/stays/:slug' };
const send = (body: unknown, options: { headers?: Record<string, string>; from?: string } = {}) =>
  app.request('POST', '/api/client-errors', { json: body, ...options });

test('POST /api/client-errors logs the error and nothing else of the guest', async () => {
  const response = await send(mismatch, { headers: { Cookie: 'theme=dark', 'User-Agent': 'Safari' } });
  expect(response.status).toBe(204);
  expect(response.headers.get('Set-Cookie')).toBeNull();
  expect(lines).toHaveLength(1);
  const { level, time: _, msg, clientError, ...rest } = JSON.parse(lines[0] ?? '');
  expect({ level, msg, clientError }).toEqual({
    level: 40,
    msg: 'a page failed in a browser',
    clientError: logged,
  });
  expect(rest).toEqual({ requestId: expect.any(String) });
});

test('a browser’s report about a page that opens by a secret leaves the page’s pattern in the log, not the secret', async () => {
  const token = 'Zm9vYmFy-c2VjcmV0X3Rva2Vu';
  const report = {
    kind: 'uncaught',
    message: `Error: No response of https://pcb.example/api/offers/${token} for '/offers/${token}' and /trips/K7QM2R4T?key=${token}`,
    componentStack: `\n    at Offer (https://pcb.example/assets/offer-Dk3.js:1:14861)\n    at https://pcb.example/offers/${token}:3:7`,
    path: `/offers/${token}`,
  };
  expect((await send(report)).status).toBe(204);
  expect(lines.join('')).not.toContain(token);
  expect(lines.join('')).not.toContain('K7QM2R4T');
  expect(JSON.parse(lines[0] ?? '').clientError).toEqual({
    kind: 'uncaught',
    message: "Error: No response of https://pcb.example* for '/offers/:token' and /trips/:code",
    componentStack:
      '\n    at Offer (https://pcb.example/assets/offer-Dk3.js:1:14861)\n    at https://pcb.example/offers/:token',
    path: '/offers/:token',
  });
});

test.each<[string, unknown]>([
  ['kind', { ...mismatch, kind: 'fatal' }],
  ['kind', { ...mismatch, kind: undefined }],
  ['message', { ...mismatch, message: '' }],
  ['message', { ...mismatch, message: 'x'.repeat(clientErrorLimits.messageLength + 1) }],
  ['message', { ...mismatch, message: ['x'] }],
  ['componentStack', { ...mismatch, componentStack: null }],
  ['componentStack', { ...mismatch, componentStack: 'x'.repeat(clientErrorLimits.componentStackLength + 1) }],
  ['path', { ...mismatch, path: '/account?email=ann@guests.example' }],
  ['path', { ...mismatch, path: '/account#ann' }],
  ['path', { ...mismatch, path: 'https://evil.example/' }],
  ['path', { ...mismatch, path: `/${'x'.repeat(clientErrorLimits.pathLength)}` }],
  ['kind', []],
  ['kind', 'text'],
])('POST /api/client-errors rejects and does not log a malformed report: %s', async (field, body) => {
  const response = await send(body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } });
  expect(lines).toEqual([]);
});

test('POST /api/client-errors logs only the known fields', async () => {
  expect((await send({ ...mismatch, email: 'ann@guests.example', cookies: 'x' })).status).toBe(204);
  expect(JSON.parse(lines[0] ?? '').clientError).toEqual(logged);
});

test('POST /api/client-errors rejects other origins, other types and large bodies', async () => {
  const post = (headers: Record<string, string>, body: string) =>
    app.request('POST', '/api/client-errors', { headers, body });
  const json = { 'Content-Type': 'application/json' };
  const body = JSON.stringify(mismatch);
  expect((await post({ ...json, 'Sec-Fetch-Site': 'cross-site' }, body)).status).toBe(403);
  expect((await post({ 'Content-Type': 'text/plain' }, body)).status).toBe(415);
  const tooLarge = await post(json, JSON.stringify({ ...mismatch, more: 'x'.repeat(10_000) }));
  expect(tooLarge.status).toBe(413);
  expect(await tooLarge.json()).toMatchObject({ message: 'The request is larger than 10 KB.' });
  expect((await post(json, '{')).status).toBe(400);
  expect(lines.filter((line) => line.includes('clientError'))).toEqual([]);
});

test('POST /api/client-errors takes twenty reports an hour per address', async () => {
  const from = '203.0.113.20';
  for (let count = 1; count <= 20; count += 1) expect((await send(mismatch, { from })).status).toBe(204);
  const refused = await send(mismatch, { from });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_500);
  expect(lines).toHaveLength(20);
  expect((await send(mismatch, { from: '203.0.113.99' })).status).toBe(204);
});

test('OpenAPI describes the error report', async () => {
  const document = (await (await app.request('GET', '/api/openapi.json')).json()) as {
    paths: Record<string, { post: { responses: object } }>;
  };
  const { responses } = document.paths['/api/client-errors']?.post ?? { responses: {} };
  expect(Object.keys(responses)).toEqual(['204', '400', '413', '415', '429']);
});

test.each<[unknown, string]>([
  [
    new TypeError("Cannot read properties of undefined (reading 'map')"),
    "TypeError: Cannot read properties of undefined (reading 'map')",
  ],
  [
    new Error('No page at https://pcb.example/account?email=ann@guests.example#top now'),
    'Error: No page at https://pcb.example/account now',
  ],
  [
    new SyntaxError('Unexpected token \'A\', "Ann Lee, (850) 555"... is not valid JSON'),
    'SyntaxError: Unexpected token \'A\', "…"... is not valid JSON',
  ],
  [new Error('Nobody is called ann@guests.example'), 'Error: Nobody is called …'],
  [
    new Error('Recovered', { cause: new RangeError('Too long') }),
    'Error: Recovered, caused by RangeError: Too long',
  ],
  ['a text of whatever kind', 'string'],
])('describeClientError omits what a guest typed: %s', (error, message) => {
  expect(describeClientError('caught', error, undefined, '/')).toEqual({
    kind: 'caught',
    message,
    componentStack: '',
    path: '/',
  });
});

test('describeClientError keeps the limits of a report', async () => {
  const long = 'x'.repeat(5_000);
  const report = describeClientError('uncaught', new Error(long), long, `/${long}`);
  expect((await send(report)).status).toBe(204);
});
