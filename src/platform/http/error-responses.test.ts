import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { createApi } from '../../api.ts';
import type { Platform } from '../context.server.ts';
import { createLog } from '../observability/logger.server.ts';

const inquiry = {
  formId: 'booking_inquiry',
  name: 'Ann Lee',
  email: 'ann@guests.example',
  property: 'Sunset Villa',
  checkin: '2026-06-10',
  checkout: '2026-06-17',
  guests: 4,
};
const now = () => new Date('2026-03-01T18:00:00Z');

let written = '';
const write = (line: string) => {
  written += line;
};
const log = createLog('trace', { write });

/** A part of the world whose every use fails. */
const broken = <Part extends object>(failure: () => unknown): Part =>
  new Proxy({} as Part, {
    get: () => () => {
      throw failure();
    },
  });
const systemError = (syscall: string, code: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { syscall, code });
const bug = () => new Error('boom at secret-host:5432');

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now });
});
afterAll(() => app.close());

/** The same site with parts that fail. */
async function askBroken(parts: Partial<Platform>, method: string, path: string, json?: unknown) {
  const api = createApi({ ...app.platform, log, ...parts });
  const headers = { Host: 'localhost:3000', 'Content-Type': 'application/json' };
  const url = new URL(path, app.platform.settings.appUrl);
  return api.fetch(new Request(url, { method, headers, body: json ? JSON.stringify(json) : undefined }), {});
}

test.each([
  ['GET', '/api/properties'],
  ['GET', '/api/amenities'],
  ['GET', '/api/reviews'],
  ['GET', '/api/site'],
  ['GET', '/api/blog'],
  ['GET', '/api/forms/booking_inquiry'],
  ['POST', '/api/forms/submit'],
])(
  'an unexpected failure in %s %s shows a reference that the log knows, and nothing else',
  async (method, path) => {
    written = '';
    const content = {
      ...broken<Platform['content']>(bug),
      read: () => Promise.reject(bug()),
      close: async () => {},
    };
    const response = await askBroken(
      { content: content as never },
      method,
      path,
      method === 'POST' ? inquiry : undefined,
    );
    expect(response.status).toBe(500);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const body = (await response.json()) as Record<string, string>;
    expect(body).toEqual({
      message: 'Something went wrong on our side.',
      error: 'Something went wrong on our side.',
      code: 'internal',
      reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(response.headers.get('X-Request-Id')).toBe(body.reference);
    const line = JSON.parse(written.split('\n').find((text) => text.includes('unexpected failure')) ?? '{}');
    expect(line).toMatchObject({
      level: 50,
      requestId: body.reference,
      err: { message: 'boom at secret-host:5432' },
    });
  },
);

test('a storage failure is reported to the guest as a failure', async () => {
  for (const parts of [
    { mail: broken<Platform['mail']>(bug) },
    { consumeLimit: () => Promise.reject(bug()) },
  ]) {
    const response = await askBroken(parts, 'POST', '/api/forms/submit', inquiry);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/success|boom/);
  }
});

test.each<[string, () => Error]>([
  ['refuses connections', () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['shuts down', () => Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['takes too long', () => Object.assign(new Error('statement timeout'), { code: '57014' })],
  ['ends a deadlock', () => Object.assign(new Error('deadlock detected'), { code: '40P01' })],
  ['waits for a lock', () => Object.assign(new Error('lock timeout'), { code: '55P03' })],
  ['has no connection left', () => new Error('timeout exceeded when trying to connect')],
  ['breaks its connection', () => systemError('read', 'ECONNRESET')],
  ['is no longer written to', () => systemError('write', 'EPIPE')],
  ['has no socket yet', () => systemError('connect', 'ENOENT')],
])('a database that %s is "back in a moment", with the seconds to wait', async (_, failure) => {
  const response = await askBroken(
    { consumeLimit: () => Promise.reject(failure()) },
    'POST',
    '/api/forms/submit',
    inquiry,
  );
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBe('3');
  expect(await response.json()).toMatchObject({
    code: 'unavailable',
    message: 'We are back in a moment. Please try again.',
  });
});

test.each([
  ['a file that is not there', () => systemError('open', 'ENOENT')],
  ['a visitor who hangs up', () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' })],
  ['a pipe that nobody reads', () => Object.assign(new Error('closed'), { code: 'EPIPE' })],
])('%s is not called a failure of the database', async (_, failure) => {
  written = '';
  const response = await askBroken(
    { consumeLimit: () => Promise.reject(failure()) },
    'POST',
    '/api/forms/submit',
    inquiry,
  );
  expect(response.status).toBe(500);
  expect(JSON.parse(written)).toMatchObject({ level: 50, msg: 'unexpected failure' });
});

test('the site responds after all failures', async () => {
  expect((await app.request('GET', '/api/properties')).status).toBe(200);
  expect((await app.request('POST', '/api/forms/submit', { json: inquiry })).status).toBe(200);
});

test.each([
  '/api/bookings/%00',
  '/api/pages/%00',
  '/api/properties/%00',
  '/api/blog/%00',
  '/api/properties/a%00/calendar?from=2027-01-01&to=2027-01-03',
])('%s is nowhere', async (path) => {
  const response = await app.request('GET', path);
  expect([response.status, (await response.json()).code]).toEqual([404, 'notFound']);
});
