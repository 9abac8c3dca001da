import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const app = await testAppForFile({ now: () => new Date('2026-06-05T18:00:00Z') });
const host = await signedInBrowser(app, 'host@example.com');
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Mobile/15E148 Safari/604.1';
const json = 'application/json';
const view = (body: string, { type = json, from = anyAddress() } = {}) =>
  app.request('POST', '/api/visits', {
    body,
    from,
    headers: { 'User-Agent': safari, ...(type ? { 'Content-Type': type } : {}) },
  });
const views = async () =>
  (await app.platform.db.selectFrom('daily_visits').select('views').execute()).reduce(
    (sum, row) => sum + row.views,
    0,
  );

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'text/json', ''])(
  'a view of the type %j is rejected with a message and not counted',
  async (type) => {
    const before = await views();
    const rejected = await view('{}', { type });
    expect([rejected.status, (await rejected.json()).message]).toEqual([
      415,
      'Please send JSON (Content-Type: application/json).',
    ]);
    expect(await views()).toBe(before);
  },
);

test.each([json, `${json};charset=utf-8`, `${json} ; charset=utf-8`, 'Application/JSON'])(
  'a view of the type %s is counted once',
  async (type) => {
    const before = await views();
    expect((await view('{}', { type })).status).toBe(204);
    expect(await views()).toBe(before + 1);
  },
);

test('a view of 1000 bytes is counted, one byte more is not', async () => {
  const before = await views();
  expect((await view('x'.repeat(1_000))).status).toBe(204);
  const rejected = await view('x'.repeat(1_001));
  expect([rejected.status, (await rejected.json()).message]).toEqual([
    413,
    'The request is larger than 1 KB.',
  ]);
  expect(await views()).toBe(before + 1);
});

test('the 600th view of a client address is counted, and the next one is not', async () => {
  const from = anyAddress();
  await view('{}', { from });
  await app.platform.pool.query("update rate_limits set points = 599 where key like 'visits:%'");
  const before = await views();
  expect((await view('{}', { from })).status).toBe(204);
  const limited = await view('{}', { from });
  expect([limited.status, (await limited.json()).message]).toEqual([
    429,
    'Enough page views for now, thank you.',
  ]);
  expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await views()).toBe(before + 1);
});

test.each(['0', '367', '00', '-1', '1.0', '1e1', '', ' 7', '٧', '1000', '7;drop'])(
  'stats of %j days are rejected with a message',
  async (days) => {
    const rejected = await host.request('GET', `/api/admin/stats?days=${encodeURIComponent(days)}`);
    expect([rejected.status, await rejected.json()]).toMatchObject([
      400,
      { message: 'Please give days as a number from 1 to 366.', fields: { days: 'From 1 to 366' } },
    ]);
  },
);

test.each([
  [1, '2026-06-05'],
  [2, '2026-06-04'],
  [31, '2026-05-06'],
  [366, '2025-06-05'],
])('stats of %i days begin on the right one and end today, without a gap', async (count, first) => {
  const { days, timeZone } = await (await host.request('GET', `/api/admin/stats?days=${count}`)).json();
  const dates: string[] = days.map(({ day }: { day: string }) => day);
  expect([timeZone, dates.length, dates[0], dates.at(-1)]).toEqual([
    'America/Chicago',
    count,
    first,
    '2026-06-05',
  ]);
  const steps = dates.slice(1).map((day, index) => Date.parse(day) - Date.parse(dates[index] ?? ''));
  expect(steps.every((ms) => ms === 86_400_000)).toBe(true);
});
