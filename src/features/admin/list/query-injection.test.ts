import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminApp, adminApp, sailorsUrl } from '../../../../test/admin-table.ts';

let admin: AdminApp;
/** The statements that were sent, as text. */
const statements = new Set<string>();
beforeAll(async () => {
  admin = await adminApp();
  await admin.addSailors([{ name: 'Ann' }, { name: 'Ben' }]);
  const { pool } = admin.app.platform;
  const query = pool.query.bind(pool) as (asked: unknown, ...more: unknown[]) => unknown;
  pool.query = ((asked: string | { text: string }, ...more: unknown[]) => {
    statements.add(typeof asked === 'string' ? asked : asked.text);
    return query(asked, ...more);
  }) as typeof pool.query;
});
afterAll(() => admin.app.close());

const hostile = [
  "'",
  '"',
  "''",
  '""',
  '`',
  ';',
  '--',
  '/*',
  '*/',
  '\\',
  "\\'",
  '\0',
  '\ud800',
  '\u202e',
  '#{1}',
  '$1',
  '?',
  ':x',
  "' or '1'='1",
  "' or 1=1 --",
  "'; drop table sailors; --",
  '"; drop table sailors; --',
  "') or ('1'='1",
  '1; select pg_sleep(5)',
  "'||pg_sleep(5)||'",
  '(select secret from sailors limit 1)',
  'secret',
  'sailors.secret',
  't1.secret',
  'id, secret',
  'name"::text',
  '"name"',
  'name--',
  'name/**/',
  'name asc, secret',
  'NAME',
  ' name',
  'xmin',
  'ctid',
  'tableoid',
  '*',
  'rows',
  'keys',
  '1',
  '(1)',
  'null',
  'true',
  'count(*)',
  'current_setting($$x$$)',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__proto__.polluted',
  '$ne',
  '$where',
  '{"$gt":""}',
  '[object Object]',
  '[]',
  '{}',
  '%',
  '_',
  '%27',
  '%00',
  '../../..',
  '..%2f',
  '\n',
  '\r\n',
  '',
  '𝒏𝒂𝒎𝒆',
  'ＮＡＭＥ',
  'ʼ or 1=1',
  'x'.repeat(5_000),
  '1e309',
  '-1',
  'NaN',
  'Infinity',
  '0x1',
  '9'.repeat(40),
];

/** Every place of a request where a payload can stand. */
const places: Record<string, (payload: string) => string> = {
  table: (payload) => `/api/tables/${encodeURIComponent(payload)}?page=1`,
  schema: (payload) => `/api/admin/schemas/${encodeURIComponent(payload)}`,
  id: (payload) => `/api/tables/sailors/${encodeURIComponent(payload)}`,
  'sort field': (payload) => sailorsUrl({ sort: `${payload}:asc` }),
  'sort direction': (payload) => sailorsUrl({ sort: `name:${payload}` }),
  'filter field': (payload) => sailorsUrl({ filters: Object.fromEntries([[payload, 'x']]) }),
  operator: (payload) => sailorsUrl({ filters: { name: Object.fromEntries([[payload, 'x']]) } }),
  value: (payload) => sailorsUrl({ filters: { name: payload, note: { contains: payload } } }),
  'value of a number': (payload) => sailorsUrl({ filters: { age: payload } }),
  list: (payload) => sailorsUrl({ filters: { name: { in: [payload] } } }),
  search: (payload) => sailorsUrl({ search: payload }),
  page: (payload) => sailorsUrl({ page: payload }),
  limit: (payload) => sailorsUrl({ limit: payload }),
  parameter: (payload) => sailorsUrl({ [payload]: 'x' }),
};

test.each(Object.keys(places))('T-60: a payload as %s stays a name or a value', async (place) => {
  const address = places[place] as (payload: string) => string;
  const before = statements.size;
  for (const payload of hostile) {
    let path: string;
    try {
      path = address(payload);
    } catch {
      continue; // No address can carry half a character.
    }
    const response = await admin.host.request('GET', path);
    expect([payload, response.status]).toEqual([payload, expect.toBeOneOf([200, 400, 404])]);
    const body = await response.text();
    if (response.status === 200) expect(body).not.toContain('swordfish');
  }
  expect(statements.size - before).toBeLessThan(20);
});

test('T-60: no payload gets into the text of a statement', async () => {
  expect(hostile.length * Object.keys(places).length).toBeGreaterThan(500);
  const texts = [...statements].join('\n');
  for (const word of ['pg_sleep', 'drop table', 'secret', "'1'='1", '__proto__'])
    expect(texts).not.toContain(word);
  const { rows } = await admin.app.platform.pool.query('select count(*) from sailors');
  expect(rows).toEqual([{ count: 2 }]);
});

test('T-60: conditions that differ only in their values are one statement', async () => {
  const before = statements.size;
  for (let value = 0; value < 20; value += 1) {
    await admin.read(sailorsUrl({ filters: { age: { gt: value }, name: { contains: `x${value}` } } }));
    await admin.read(sailorsUrl({ filters: { name: { in: Array.from({ length: value }, String) } } }));
  }
  expect(statements.size - before).toBeLessThanOrEqual(4);
});

const refusal = async (path: string) => {
  const response = await admin.host.request('GET', path);
  return [response.status, await response.text()] as const;
};

test.each([
  ['sorted by', (name: string) => sailorsUrl({ sort: `${name}:asc` })],
  ['filtered by', (name: string) => sailorsUrl({ filters: { [name]: 'swordfish' } })],
  ['looked into', (name: string) => sailorsUrl({ filters: { [name]: { contains: 's' } } })],
  ['asked whether it is empty', (name: string) => sailorsUrl({ filters: { [name]: { isNull: false } } })],
  ['exported by', (name: string) => sailorsUrl({ filters: { [name]: 'swordfish' } }, '/export')],
  ['exported in the order of', (name: string) => sailorsUrl({ sort: `${name}:desc` }, '/export')],
])('T-61: a hidden column cannot be %s, with the message of an unknown one', async (_, path) => {
  const [status, body] = await refusal(path('secret'));
  expect(status).toBe(400);
  expect([status, body.replaceAll('secret', 'seagul')]).toEqual(await refusal(path('seagul')));
});

test('T-61: a hidden column is not searched, shown, exported or described', async () => {
  expect((await admin.read(sailorsUrl({ search: 'swordfish' }))).total).toBe(0);
  const shown = [
    '/api/tables/sailors',
    '/api/tables/sailors/export',
    '/api/admin/schemas/sailors',
    `/api/tables/sailors/${(await admin.read(sailorsUrl({}))).data[0]?.id}`,
  ];
  for (const path of shown) {
    expect(await (await admin.host.request('GET', path)).text()).not.toMatch(/secret|swordfish/);
  }
});

test.each([
  { name: { in: [] } },
  { age: { in: [] }, name: { isNull: false } },
  { id: { in: [] } },
  { boat_id: { in: [] } },
])('T-67: %j matches no rows', async (filters) => {
  expect(await admin.read(sailorsUrl({ filters }))).toMatchObject({ data: [], total: 0 });
  const csv = await admin.host.request('GET', sailorsUrl({ filters }, '/export'));
  expect((await csv.text()).split('\r\n')).toHaveLength(2);
});

test.each([
  { name: { in: null } },
  { name: null },
  { name: [] },
  { name: { in: [[]] } },
  { name: { in: {} } },
])('T-67: %j is rejected', async (filters) => {
  expect((await admin.host.request('GET', sailorsUrl({ filters }))).status).toBe(400);
});

test('T-68: a column without a schema field stays hidden', async () => {
  const { pool } = admin.app.platform;
  await pool.query('alter table sailors add column tattoo text; alter table sailors drop column tattoo');
  await pool.query("alter table sailors add column tattoo text default 'swordfish'");
  expect((await refusal(sailorsUrl({ sort: 'tattoo:asc' })))[0]).toBe(400);
  expect(JSON.stringify(await admin.read(sailorsUrl({})))).not.toContain('tattoo');
});

test.each([
  'sort=name:asc&sort=age:asc',
  'page=1&page=2',
  'limit=1&limit=2',
  'filters={}&filters={}',
  'search=a&search=b',
  'sort[]=name:asc',
  'sort[0]=name:asc',
  'filters[__proto__][x]=1',
  'filters[name]=x',
  '__proto__=1',
  '__proto__[x]=1',
  'constructor=1',
  'filters={"__proto__":{"eq":"x"}}',
  'filters={"constructor":"x"}',
  'filters={"name":{"__proto__":1}}',
])('T-73: %s is rejected', async (query) => {
  const [status, body] = await refusal(`/api/tables/sailors?${query}`);
  expect([status, JSON.parse(body).code]).toEqual([400, 'invalid']);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('T-74: a page far behind the last is empty, and no page exceeds 200 rows', async () => {
  expect((await refusal('/api/tables/sailors?page=1e9&limit=1e9'))[0]).toBe(400);
  expect(await admin.read('/api/tables/sailors?page=1e9&limit=200')).toMatchObject({ data: [], total: 2 });
});
