import { expect, test } from 'vitest';
import { testAppForFile } from '../test/app.ts';
import { addProperty } from '../test/bookings.ts';
import { cookieBrowser } from '../test/cookie-browser.ts';
import type { Paths, Schema } from '../test/described-calls.ts';
import { signedInBrowser } from '../test/sign-in.ts';

const app = await testAppForFile({ now: () => new Date('2027-05-01T12:00:00Z') });
const { paths } = (await (await app.request('GET', '/api/openapi.json')).json()) as { paths: Paths };
const host = await signedInBrowser(app, 'host@example.com');
const guest = await signedInBrowser(app, 'curious@guests.example', cookieBrowser(app));
const { slug } = await addProperty(app.platform.db);

/** Queries that are answered with 200. */
const right: Record<string, Record<string, string>> = {
  '/api/properties/{slug}/calendar': { from: '2027-06-01', to: '2027-06-05' },
  '/api/availability': {
    checkin: '2027-06-01',
    checkout: '2027-06-05',
    guests: '2',
    pets: '0',
    flexDays: '1',
  },
  '/api/admin/calendar': { from: '2027-06-01', to: '2027-06-05', page: '1', property: slug },
  '/api/admin/feeds': { page: '1', search: 'Villa' },
  '/api/admin/bookings': {
    status: 'held',
    property: slug,
    from: '2027-06-01',
    to: '2027-06-05',
    search: 'Ann',
    sort: 'newest',
    page: '1',
    limit: '20',
  },
  '/api/admin/bookings.csv': {
    status: 'held',
    property: slug,
    from: '2027-06-01',
    to: '2027-06-05',
    search: 'Ann',
  },
  '/api/admin/inbox': { status: 'new', kind: 'inquiry', unread: 'true', search: 'Ann', page: '1' },
  '/api/admin/reports/taxes': { from: '2027-01', to: '2027-03' },
  '/api/admin/reports/taxes.csv': { from: '2027-01', to: '2027-03' },
  '/api/admin/reports/taxes.pdf': { from: '2027-01', to: '2027-03' },
  '/api/admin/reports/payouts': { from: '2027-01', to: '2027-03' },
  '/api/admin/reports/payouts.csv': { from: '2027-01', to: '2027-03' },
  '/api/admin/figures': { from: '2027-01', to: '2027-03', property: slug, page: '1', search: 'a' },
  '/api/admin/figures.csv': { from: '2027-01', to: '2027-03', property: slug },
  '/api/admin/messages/forecast': { from: '2027-06-01', to: '2027-06-05' },
  '/api/admin/turnovers': { from: '2027-06-01', to: '2027-06-05' },
  '/api/properties/{slug}/reviews': { page: '1', stars: '5' },
  '/api/reviews': { subject: 'home' },
};

const get = (path: string, query: Record<string, string>) =>
  host.request('GET', `${path.replace('{slug}', slug)}?${new URLSearchParams(query)}`);

/** Texts that no value of a parameter may be. */
function wrongTexts({ type, ...schema }: Schema): string[] {
  if (schema.enum) return ['no-such-choice', 'constructor'];
  if (schema.format === 'date') return ['soon', '2027-02-30', '2027-6-1', '2027-06-01T00:00:00Z'];
  if (type === 'integer' || type === 'number')
    return [
      'x',
      '1.5',
      '1e3',
      '-1',
      '99999999999999999999',
      ' 1',
      '+1',
      '0x1',
      ...(schema.maximum === undefined ? [] : [String(schema.maximum + 1)]),
      ...(schema.minimum === undefined || schema.minimum < 1 ? [] : [String(schema.minimum - 1)]),
    ];
  return schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength + 1)];
}

const isMonths = (path: string) => path.includes('/reports/');
const wrong = Object.keys(right).flatMap((path) =>
  (paths[path]?.get?.parameters ?? [])
    .filter((one) => one.in === 'query')
    .flatMap(({ name, schema }) =>
      [...wrongTexts(schema), ...(isMonths(path) ? ['2027-13', '2027', 'March'] : [])].map((text) => ({
        path,
        name,
        text,
      })),
    ),
);
const required = Object.keys(right).flatMap((path) =>
  (paths[path]?.get?.parameters ?? [])
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => ({ path, name })),
);

test.each(Object.keys(right))(
  'GET %s is described with all of its parameters, and answers them',
  async (path) => {
    const described = (paths[path]?.get?.parameters ?? [])
      .filter((one) => one.in === 'query')
      .map(({ name }) => name);
    expect(described).toEqual(expect.arrayContaining(Object.keys(right[path] ?? {})));
    expect((await get(path, right[path] ?? {})).status).toBe(200);
  },
);

test.each(wrong)('GET $path names $name with "$text"', async ({ path, name, text }) => {
  const response = await get(path, { ...right[path], [name]: text });
  const body = await response.json();
  expect([response.status, Object.keys(body.fields ?? {})], body.message).toEqual([
    400,
    expect.arrayContaining([name]),
  ]);
});

test.each(required)('GET $path names $name when it is missing', async ({ path, name }) => {
  const { [name]: _, ...others } = right[path] ?? {};
  const response = await get(path, others);
  const body = await response.json();
  expect([response.status, Object.keys(body.fields ?? {})], body.message).toEqual([
    400,
    expect.arrayContaining([name]),
  ]);
});

test.each(Object.keys(right))(
  'GET %s rejects a parameter that it does not know, and one that comes twice',
  async (path) => {
    const unknown = await get(path, { ...right[path], surprise: '1' });
    expect([unknown.status, Object.keys((await unknown.json()).fields ?? {})]).toEqual([400, ['surprise']]);
    const [[name, value] = ['', '']] = Object.entries(right[path] ?? {});
    const query = new URLSearchParams([...Object.entries(right[path] ?? {}), [name, `${value}x`]]);
    const twice = await host.request('GET', `${path.replace('{slug}', slug)}?${query}`);
    expect(twice.status).toBe(400);
  },
);

test.each([
  [
    '/api/properties/{slug}/calendar',
    { from: '2027-06-05', to: '2027-06-05' },
    { to: 'To must be after from' },
  ],
  [
    '/api/properties/{slug}/calendar',
    { from: '2027-06-01', to: '2029-06-21' },
    { to: 'To cannot be more than 750 days after from' },
  ],
  ['/api/admin/calendar', { from: '2027-06-05', to: '2027-06-01' }, { to: 'To must be after from' }],
  ['/api/availability', { flexDays: '8' }, { flexDays: 'Flexible days must be from 0 to 7' }],
  ['/api/availability', { checkout: '2027-06-01' }, { checkout: 'Check-out must be after check-in' }],
  ['/api/availability', { guests: '0' }, { guests: 'Guests must be a whole number, 1 or more' }],
  ['/api/admin/bookings', { from: '2027-06-06' }, { to: 'To must not be before from' }],
  [
    '/api/admin/bookings',
    { search: 'x'.repeat(201) },
    { search: 'Please search for at most 200 characters' },
  ],
  ['/api/admin/reports/taxes', { from: '2027-04' }, { to: 'The last month lies before the first one' }],
  ['/api/admin/reports/taxes', { to: '2037-01' }, { to: 'A report covers at most 120 months' }],
  ['/api/admin/reports/payouts', { from: 'x' }, { from: 'Please send a month as YYYY-MM' }],
])('GET %s with %j says what is wrong', async (path, query, fields) => {
  const response = await get(path, { ...right[path], ...query });
  expect([response.status, (await response.json()).fields]).toEqual([400, fields]);
});

test.each(Object.keys(right).filter((path) => path.startsWith('/api/admin/')))(
  'GET %s is closed to strangers and guests before its parameters are looked at',
  async (path) => {
    for (const query of ['', '?surprise=1', '?from=x&page=x']) {
      expect((await app.request('GET', path + query)).status, query).toBe(401);
      expect((await guest.request('GET', path + query)).status, query).toBe(403);
    }
  },
);

test('the longest ranges are answered', async () => {
  expect(
    (await get('/api/properties/{slug}/calendar', { from: '2027-06-01', to: '2029-06-20' })).status,
  ).toBe(200);
  expect((await get('/api/admin/reports/taxes', { from: '2027-01', to: '2036-12' })).status).toBe(200);
  expect((await get('/api/admin/reports/taxes', { from: '2027-01-15', to: '2027-03-31' })).status).toBe(200);
});
