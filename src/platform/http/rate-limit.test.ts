import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { createLimits, type Limit, toClientKey } from './rate-limit.server.ts';

let app: TestApp;
let behindProxy: TestApp;
beforeAll(async () => {
  const now = () => new Date('2026-03-01T18:00:00Z');
  app = await testApp({ now });
  behindProxy = await testApp({ now, env: { TRUST_PROXY: '10.0.0.0/8,fd00::/8' } });
});
beforeEach(() => app.platform.pool.query('truncate rate_limits'));
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => Promise.all([app.close(), behindProxy.close()]));

const limit: Limit = { name: 'test', points: 3, seconds: 3_600, message: 'Slowly, please.' };

test('consume rejects the use beyond the limit with the seconds to wait, only for its key', async () => {
  const { consumeLimit } = app.platform;
  for (let use = 0; use < 3; use += 1) await consumeLimit(limit, 'a');
  const refused = consumeLimit(limit, 'a');
  await expect(refused).rejects.toMatchObject({ code: 'tooMany', message: 'Slowly, please.' });
  const { retryAfterSeconds } = await refused.catch((error) => error);
  expect(retryAfterSeconds).toBeGreaterThan(3_000);
  expect(retryAfterSeconds).toBeLessThanOrEqual(3_600);
  await consumeLimit(limit, 'b');
  await consumeLimit({ ...limit, name: 'other' }, 'a');
});

test('concurrent uses of several processes count together', async () => {
  const [one, two] = [createLimits(app.platform.pool), createLimits(app.platform.pool)];
  const uses = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? one : two)(limit, 'together')),
  );
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('a counter commits without waiting for the disk, other transactions of its connection wait', async () => {
  const client = await app.platform.pool.connect();
  const commit = async () => (await client.query('show synchronous_commit')).rows[0].synchronous_commit;
  try {
    await client.query('set synchronous_commit = on');
    await client.query('begin');
    await client.query("insert into rate_limits values ('test:disk', 1, 0)");
    expect(await commit()).toBe('off');
    await client.query('commit');
    expect(await commit()).toBe('on');
  } finally {
    // The connection is closed, because its setting was changed.
    client.release(true);
  }
});

/** The limits of one process, and how many statements they sent. */
function countedLimits() {
  const { pool } = app.platform;
  const sent = { statements: 0, atOnce: 0, mostAtOnce: 0 };
  const query = async (statement: pg.QueryConfig) => {
    sent.statements += 1;
    sent.atOnce += 1;
    sent.mostAtOnce = Math.max(sent.mostAtOnce, sent.atOnce);
    return pool.query(statement).finally(() => {
      sent.atOnce -= 1;
    });
  };
  return { sent, consumeLimit: createLimits({ query: query as typeof pool.query }) };
}

test('an exhausted limit is rejected without the database, with the seconds left', async () => {
  const { sent, consumeLimit } = countedLimits();
  for (let use = 0; use < 3; use += 1) await consumeLimit(limit, 'a');
  for (let use = 0; use < 50; use += 1) {
    const refusal = await consumeLimit(limit, 'a').catch((error) => error);
    expect(refusal).toMatchObject({ code: 'tooMany', message: 'Slowly, please.' });
    expect(refusal.retryAfterSeconds).toBeGreaterThan(3_000);
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(3_600);
  }
  expect(sent.statements).toBe(3);
  await consumeLimit(limit, 'b');
  expect(sent.statements).toBe(4);
});

test('a flood from one client costs as many writes as the limit, one at a time', async () => {
  const { sent, consumeLimit } = countedLimits();
  const flood = await Promise.allSettled(Array.from({ length: 2_000 }, () => consumeLimit(limit, 'a')));
  expect(flood.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(sent).toEqual({ statements: 3, atOnce: 0, mostAtOnce: 1 });
});

test('an expired limit is open again in the process that rejected it', async () => {
  const { sent, consumeLimit } = countedLimits();
  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  for (let use = 0; use < 3; use += 1) await consumeLimit(limit, 'a');
  vi.setSystemTime(start + 3_600_000 - 1);
  await expect(consumeLimit(limit, 'a')).rejects.toMatchObject({ code: 'tooMany', retryAfterSeconds: 1 });
  expect(sent.statements).toBe(3);
  vi.setSystemTime(start + 3_600_000 + 1);
  await consumeLimit(limit, 'a');
});

test('a limit resets after its duration', async () => {
  const { consumeLimit, pool } = app.platform;
  for (let use = 0; use < 3; use += 1) await consumeLimit(limit, 'a');
  await pool.query('update rate_limits set expire = $1', [Date.now() - 1]);
  await consumeLimit(limit, 'a');
});

test('a failing counter rejects the use', async () => {
  const away = createLimits({ query: () => Promise.reject(new Error('no database')) } as never);
  await expect(away(limit, 'a')).rejects.toThrow('no database');
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::203.0.113.9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['in-process', 'in-process'],
])('%s counts as %s', (address, bucket) => {
  expect(toClientKey(address)).toBe(bucket);
});

/** Sends inquiries until the limit of ten is reached; returns how many were accepted. */
async function takenFrom(site: TestApp, clients: { from: string; headers?: Record<string, string> }[]) {
  await site.platform.pool.query('truncate rate_limits');
  let taken = 0;
  for (const client of clients) {
    const json = {
      formId: 'booking_inquiry',
      name: 'Ann Lee',
      email: 'ann@guests.example',
      guests: 2,
      property: 'Sunset Villa',
      checkin: '2026-06-10',
      checkout: '2026-06-17',
      message: randomUUID(),
    };
    const response = await site.request('POST', '/api/forms/submit', { json, ...client });
    if (response.status === 200) taken += 1;
    else expect(response.status).toBe(429);
  }
  return taken;
}
const fifteen = Array.from({ length: 15 }, (_, index) => index);

test.each<[string, (index: number) => { from: string; headers?: Record<string, string> }]>([
  ['X-Forwarded-For', (n) => ({ from: '203.0.113.9', headers: { 'X-Forwarded-For': `198.51.100.${n}` } })],
  ['a list', (n) => ({ from: '203.0.113.9', headers: { 'X-Forwarded-For': `198.51.100.${n}, 10.0.0.1` } })],
  ['Forwarded', (n) => ({ from: '203.0.113.9', headers: { Forwarded: `for=198.51.100.${n}` } })],
  ['X-Real-IP', (n) => ({ from: '203.0.113.9', headers: { 'X-Real-IP': `198.51.100.${n}` } })],
  ['CF-Connecting-IP', (n) => ({ from: '203.0.113.9', headers: { 'CF-Connecting-IP': `198.51.100.${n}` } })],
  ['other addresses of one IPv6 network', (n) => ({ from: `2001:db8:1:2::${n.toString(16)}` })],
  ['the mapped spelling', (n) => ({ from: n % 2 ? '203.0.113.9' : '::ffff:203.0.113.9' })],
])('%s shares the first quota', async (_, client) => {
  expect(await takenFrom(app, fifteen.map(client))).toBe(10);
});

test('headers of an untrusted proxy are ignored', async () => {
  const clients = fifteen.map((n) => ({
    from: '203.0.113.9',
    headers: { 'X-Forwarded-For': `198.51.100.${n}` },
  }));
  expect(await takenFrom(behindProxy, clients)).toBe(10);
});

test('clients of a trusted proxy have separate quotas', async () => {
  const clients = fifteen.map((n) => ({
    from: n % 2 ? '10.0.0.1' : 'fd00::1',
    headers: { 'X-Forwarded-For': `198.51.100.${n}` },
  }));
  expect(await takenFrom(behindProxy, clients)).toBe(15);
});

test('addresses that a client puts before the trusted proxy’s are ignored', async () => {
  const clients = fifteen.map((n) => ({
    from: '10.0.0.1',
    headers: { 'X-Forwarded-For': `192.0.2.${n}, 198.51.100.7, 10.0.0.2` },
  }));
  expect(await takenFrom(behindProxy, clients)).toBe(10);
});
