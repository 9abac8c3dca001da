import { beforeEach, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { anyAddress } from '../../../test/shop.ts';
import { createLog } from '../../platform/observability/logger.server.ts';
import { tagFrame } from '../analytics/trackers/gtm-frame.server.ts';
import { clientErrorLimits } from './browser-reports/client-errors.ts';
import { embedPages } from './embeds/frame-pages.server.ts';

/* What the calls that anybody's browser sends by itself reject, to the last character that goes through. */

const lines: string[] = [];
const app = await testAppForFile({
  log: createLog('warn', { write: (line: string) => void lines.push(line) }),
});
beforeEach(() => {
  lines.length = 0;
});
const reports = () => lines.filter((line) => /csp-report|clientError/.test(line));

const csp = (body: string, { from = anyAddress(), type = 'application/csp-report' } = {}) =>
  app.request('POST', '/api/csp-reports', { body, from, headers: { 'Content-Type': type } });
const violation = (more: object = {}) =>
  JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'inline', ...more } });

test.each([
  ['another type', violation(), 'application/json', 415, 'Please send application/csp-report.'],
  ['no type', violation(), '', 415, 'Please send application/csp-report.'],
  ['no report', '{}', 'application/csp-report', 400, 'This is not a content security policy report.'],
  [
    'half a report',
    '{"csp-report":',
    'application/csp-report',
    400,
    'This is not a content security policy report.',
  ],
  [
    'too much',
    violation({ more: 'x'.repeat(20_000) }),
    'application/csp-report',
    413,
    'The request is larger than 20 KB.',
  ],
])(
  'a policy report with %s is rejected with a message and not logged',
  async (_, body, type, status, message) => {
    const rejected = await csp(body, { type });
    expect([rejected.status, (await rejected.json()).message]).toEqual([status, message]);
    expect(reports()).toEqual([]);
  },
);

test('a policy report of exactly 20 kB is taken', async () => {
  const rest = 20_000 - violation({ more: '' }).length;
  expect((await csp(violation({ more: 'x'.repeat(rest) }))).status).toBe(204);
  expect((await csp(violation({ more: 'x'.repeat(rest + 1) }))).status).toBe(413);
  expect(reports()).toHaveLength(1);
});

test('thirty policy reports an hour are logged, the next is not; other types use up none', async () => {
  const from = anyAddress();
  for (let count = 0; count < 40; count += 1) await csp(violation(), { from, type: 'text/plain' });
  for (let count = 0; count < 30; count += 1) expect((await csp(violation(), { from })).status).toBe(204);
  const limited = await csp(violation(), { from });
  expect([limited.status, (await limited.json()).message]).toEqual([429, 'Enough reports, thank you.']);
  expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(3_500);
  expect(reports()).toHaveLength(30);
  expect((await csp(violation())).status).toBe(204);
});

const { messageLength, componentStackLength, pathLength } = clientErrorLimits;
const report = (more: object = {}) => ({
  kind: 'uncaught',
  message: 'TypeError',
  componentStack: '',
  path: '/',
  ...more,
});
const sendReport = (json: unknown, from = anyAddress()) =>
  app.request('POST', '/api/client-errors', { json, from });

test.each<[string, object, Record<string, string>]>([
  ['kind', { kind: 'other' }, { kind: 'Must be one of recovered, caught, uncaught' }],
  ['message', { message: '' }, { message: `Must be 1 to ${messageLength} characters` }],
  [
    'componentStack',
    { componentStack: 7 },
    { componentStack: `Must be text of at most ${componentStackLength} characters` },
  ],
  [
    'path',
    { path: '/a?b' },
    { path: `Must be a path of at most ${pathLength} characters, without search or fragment` },
  ],
])('an error report says what its %s may be', async (_, more, fields) => {
  const rejected = await sendReport(report(more));
  expect([rejected.status, await rejected.json()]).toMatchObject([
    400,
    { message: 'This is no error report.', fields },
  ]);
  expect(reports()).toEqual([]);
});

test('an error report names all its wrong fields, and takes each at its full length', async () => {
  const rejected = await sendReport({});
  expect(Object.keys((await rejected.json()).fields)).toEqual(['kind', 'message', 'componentStack', 'path']);
  const longest = {
    message: 'x'.repeat(messageLength),
    componentStack: 'x'.repeat(componentStackLength),
    path: `/${'x'.repeat(pathLength - 1)}`,
  };
  expect((await sendReport(report(longest))).status).toBe(204);
});

test('the twenty-first error report is thanked for, and not logged', async () => {
  const from = anyAddress();
  for (let count = 0; count < 20; count += 1) await sendReport(report(), from);
  const limited = await sendReport(report(), from);
  expect([limited.status, (await limited.json()).message]).toEqual([429, 'Enough reports, thank you.']);
  expect(reports()).toHaveLength(20);
});

test.each([
  'none',
  'Terms',
  'terms%20',
  '..',
  '%00',
  '018f0000-0000-7000-8000-000000000000',
  'x'.repeat(101),
])('there is no page %s', async (slug) => {
  const missing = await app.request('GET', `/api/pages/${slug}`);
  expect([missing.status, (await missing.json()).code]).toEqual([404, 'notFound']);
});

test('a page that there is not is said to be none, and is found as soon as it is written', async () => {
  const read = () => app.request('GET', '/api/pages/house-rules');
  expect((await (await read()).json()).message).toBe('There is no such page.');
  await app.platform.db
    .insertInto('pages')
    .values({ slug: 'house-rules', title: 'House rules', html_rich_text: '<p>Quiet</p><script>x</script>' })
    .execute();
  await expect.poll(async () => (await read()).status).toBe(200);
  expect(await (await read()).json()).toMatchObject({ title: 'House rules', html: '<p>Quiet</p>' });
});

test('frames of maps, videos and tags that do not exist are not found, and may hold nothing', async () => {
  const embeds = embedPages(app.platform);
  await app.platform.db.updateTable('site_settings').set({ video_url: '' }).execute();
  await expect.poll(async () => (await embeds.request('/video')).status).toBe(404);
  const missing = await Promise.all([
    embeds.request('/map/none'),
    embeds.request('/video'),
    tagFrame(app.platform.settings).request('/'),
  ]);
  for (const response of missing) {
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';/);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/i);
  }
  expect(await Promise.all(missing.map((response) => response.text()))).toEqual([
    'There is no such home.',
    'There is no such video.',
    'There are no tags.',
  ]);
});

test('a map frame contains only the address of its home, with any input of the host, and frames nothing else', async () => {
  const embeds = embedPages(app.platform);
  await app.platform.db
    .updateTable('properties')
    .set({ map_query: '"><script>alert(1)</script>&q=evil' })
    .where('slug', '=', 'sunset-villa')
    .execute();
  await expect.poll(async () => (await embeds.request('/map/sunset-villa')).text()).toContain('alert');
  const response = await embeds.request('/map/sunset-villa');
  const html = await response.text();
  expect(html).not.toContain('<script');
  expect(html.match(/<iframe /g)).toHaveLength(1);
  const frames = /frame-src ([^;]+)/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1];
  expect(frames).toMatch(/^https:\/\/[\w.]+$/);
  expect(html).toContain(`src="${frames}`);
});
