import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminApp, adminApp, sailorsUrl } from '../../../../test/admin-table.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import type { TableList } from '../calls/contract.server.ts';
import type { Row, TableForm } from '../schema/table.ts';

let admin: AdminApp;
let guest: Browser;
beforeAll(async () => {
  admin = await adminApp();
  guest = await signedInBrowser(admin.app, 'ann@example.com');
  await admin.addSailors([
    {
      name: 'Ann Lee',
      age: 30,
      boat_id: 1,
      miles: 5_000_000_000,
      ports: ['Tampa', 'Destin'],
      born_on: '1996-01-31',
    },
    { name: 'Ben 100% Ray', age: 40, boat_id: 1, miles: null, ports: [], born_on: null },
    { name: 'cleo_lee', age: null, boat_id: null, miles: 7, ports: ['Destin'], born_on: '2001-12-01' },
    { name: 'Dan', age: 30, boat_id: 2, miles: 0, ports: ['Mobile'], born_on: null },
  ]);
});
afterAll(() => admin.app.close());

const names = async (query: Record<string, unknown>) =>
  (await admin.read(sailorsUrl(query))).data.map((row) => row.name);

const everyCall = [
  '/api/admin/schemas',
  '/api/admin/schemas/sailors',
  '/api/admin/schemas/nothing',
  '/api/tables/sailors',
  '/api/tables/nothing?page=x',
  '/api/tables/sailors/export',
  '/api/tables/sailors/01890000-0000-7000-8000-000000000000',
];

test.each(everyCall)('%s rejects non-admins', async (path) => {
  const refused = {
    anonymous: await cookieBrowser(admin.app).request('GET', path),
    guest: await guest.request('GET', path),
  };
  expect([refused.anonymous.status, refused.guest.status]).toEqual([401, 403]);
  expect(refused.guest.headers.get('Cache-Control')).toMatch(/no-store/);
});

test('responses are not cached', async () => {
  for (const path of everyCall.slice(0, 2)) {
    const response = await admin.host.request('GET', path);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  }
});

test('GET schemas lists titles, descriptions and permissions', async () => {
  const all = { create: true, update: true, delete: true };
  expect(await admin.read<TableList>('/api/admin/schemas')).toEqual({
    schemas: [
      { tableName: 'boats', title: 'Boats', description: 'What people sail', group: '', verbs: all },
      { tableName: 'sailors', title: 'Sailors', description: 'Who sails', group: '', verbs: all },
    ],
  });
});

test('GET schema returns every field and which are required', async () => {
  const form = await admin.read<TableForm>('/api/admin/schemas/sailors');
  expect(Object.keys(form.properties)).not.toContain('secret');
  expect(form).toMatchObject({
    type: 'object',
    label: 'name',
    properties: { boat_id: { references: 'boats' } },
  });
  expect(form.required).toContain('name');
  expect(form.required).not.toContain('age');
});

test('a row holds the schema’s fields and its version, in JSON types', async () => {
  const { data } = await admin.read(sailorsUrl({ filters: { name: 'Ann Lee' } }));
  expect(data).toEqual([
    {
      id: expect.any(String),
      name: 'Ann Lee',
      note: '',
      age: 30,
      miles: 5_000_000_000,
      rating: 0,
      is_captain: false,
      rank: 'mate',
      born_on: '1996-01-31',
      joined_at: '2026-05-01T10:00:00.000Z',
      ports: ['Tampa', 'Destin'],
      boat_id: 1,
      _version: expect.stringMatching(/^\w+$/),
    },
  ]);
  expect(await admin.read<Row>(`/api/tables/sailors/${data[0]?.id}`)).toEqual(data[0]);
});

test('references come with the labels of the rows they point to', async () => {
  const { labels } = await admin.read(sailorsUrl({}));
  expect(labels).toEqual({ boat_id: { 1: 'Albatross', 2: 'Beluga' } });
  expect((await admin.read(sailorsUrl({ filters: { name: 'cleo_lee' } }))).labels).toEqual({});
});

test.each([
  [{ name: 'Dan' }, ['Dan']],
  [{ age: { gte: 30, lt: 40 } }, ['Ann Lee', 'Dan']],
  [{ age: { ne: 30 } }, ['Ben 100% Ray', 'cleo_lee']],
  [{ age: { isNull: true } }, ['cleo_lee']],
  [{ age: { isNull: false, gt: 30 } }, ['Ben 100% Ray']],
  [{ name: { in: ['Dan', 'cleo_lee', "'; drop table sailors; --"] } }, ['Dan', 'cleo_lee']],
  [{ name: { contains: 'LEE' } }, ['Ann Lee', 'cleo_lee']],
  [{ name: { contains: '100%' } }, ['Ben 100% Ray']],
  [{ name: { contains: '%' } }, ['Ben 100% Ray']],
  [{ name: { contains: 'o_l' } }, ['cleo_lee']],
  [{ name: { contains: '\\' } }, []],
  [{ ports: { contains: 'Destin' } }, ['Ann Lee', 'cleo_lee']],
  [{ miles: { gt: 2_147_483_647 } }, ['Ann Lee']],
  [{ born_on: { lte: '2000-01-01' } }, ['Ann Lee']],
  [{ joined_at: { gt: '2026-05-01T05:59:59-04:00' } }, ['Ann Lee', 'Ben 100% Ray', 'Dan', 'cleo_lee']],
  [{ joined_at: { gt: '2026-05-01T06:00:00-04:00' } }, []],
  [{ is_captain: true }, []],
  [{ rating: { lt: 0.5 }, boat_id: 2 }, ['Dan']],
  [{ boat_id: { in: [] } }, []],
  [{}, ['Ann Lee', 'Ben 100% Ray', 'Dan', 'cleo_lee']],
])('the filter %j returns and counts its rows', async (filters, expected) => {
  const page = await admin.read(sailorsUrl({ filters, sort: 'name:asc' }));
  expect(page.data.map((row) => row.name).toSorted()).toEqual(expected);
  expect([page.total, page.totalIsEstimate]).toEqual([expected.length, false]);
});

test('a search matches every word in one of the searchable fields', async () => {
  expect(await names({ search: ' lee ' })).toHaveLength(2);
  expect(await names({ search: 'lee ANN' })).toEqual(['Ann Lee']);
  expect(await names({ search: '%' })).toEqual(['Ben 100% Ray']);
  expect(await names({ search: 'swordfish' })).toEqual([]);
});

test('search finds texts without their accents, and contains finds them as they are', async () => {
  await admin.addSailors([{ name: 'José Núñez' }]);
  expect(await names({ search: 'jose NUNEZ' })).toEqual(['José Núñez']);
  expect(await names({ filters: { name: { contains: 'José' } } })).toEqual(['José Núñez']);
  expect(await names({ filters: { name: { contains: 'Jose' } } })).toEqual([]);
  await admin.app.platform.pool.query(`delete from sailors where name = 'José Núñez'`);
});

test('rows with an empty text come last both ways, on every page, and are found as those without a value', async () => {
  const setNote = (name: string, note: string) =>
    admin.app.platform.pool.query('update sailors set note = $2 where name = $1', [name, note]);
  await setNote('Dan', 'Anchor');
  await setNote('Ann Lee', 'Bowline');
  const up = await names({ sort: 'note:asc' });
  expect(up.slice(0, 2)).toEqual(['Dan', 'Ann Lee']);
  const down = await names({ sort: 'note:desc' });
  expect(down).toEqual(['Ann Lee', 'Dan', ...up.slice(2).toReversed()]);
  const pages = [1, 2, 3, 4].map((page) => names({ sort: 'note:asc', limit: '1', page: String(page) }));
  expect((await Promise.all(pages)).flat()).toEqual(up);
  expect(await names({ sort: 'note:asc', filters: { note: { isNull: true } } })).toEqual(up.slice(2));
  expect(await names({ sort: 'note:asc', filters: { note: { isNull: false } } })).toEqual(['Dan', 'Ann Lee']);
  for (const name of ['Dan', 'Ann Lee']) await setNote(name, '');
});

test('sort orders rows both ways, equal ones by id, and those without a value last', async () => {
  const up = await names({ sort: 'age:asc' });
  expect(up.slice(2)).toEqual(['Ben 100% Ray', 'cleo_lee']);
  const down = await names({ sort: 'age:desc' });
  expect(down).toEqual([...up.slice(0, 3).toReversed(), 'cleo_lee']);
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => names({ sort: 'age:desc', limit: '1', page: String(page) })),
  );
  expect(pages.flat()).toEqual(down);
  expect(await names({ sort: 'rating:desc' })).toEqual((await names({ sort: 'rating:asc' })).toReversed());
  const ids = (await admin.read(sailorsUrl({}))).data.map((row) => row.id);
  expect(ids).toEqual(ids.toSorted());
});

test('pages have no gaps, and none behind the last row has rows', async () => {
  const pages = await Promise.all(
    [1, 2, 3].map((page) => names({ sort: 'name:desc', limit: '3', page: String(page) })),
  );
  expect(pages.flat()).toEqual(await names({ sort: 'name:desc' }));
  expect(await admin.read(sailorsUrl({ page: '1000000000' }))).toMatchObject({
    data: [],
    total: 4,
    totalIsEstimate: false,
  });
});

test.each([
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1.5', 'page'],
  ['page=1e10', 'page'],
  ['limit=201', 'limit'],
  ['limit=1e9', 'limit'],
  ['limit=all', 'limit'],
  ['sort=name', 'sort'],
  ['sort=name:up', 'sort'],
  ['sort=name:asc:asc', 'sort'],
  ['sort=NAME:asc', 'sort'],
  ['filters=x', 'filters'],
  ['filters=[]', 'filters'],
  ['filters=null', 'filters'],
  ['filters={"age":"30"}', 'age'],
  ['filters={"age":30.5}', 'age'],
  ['filters={"age":2147483648}', 'age'],
  ['filters={"miles":9007199254740993}', 'miles'],
  ['filters={"age":{"in":null}}', 'age'],
  ['filters={"age":{"in":[null]}}', 'age'],
  ['filters={"age":{"in":[[1]]}}', 'age'],
  ['filters={"age":null}', 'age'],
  ['filters={"age":{}}', 'age'],
  ['filters={"age":{"contains":3}}', 'age'],
  ['filters={"age":{"like":3}}', 'age'],
  ['filters={"age":{"constructor":3}}', 'age'],
  ['filters={"age":{"isNull":"yes"}}', 'age'],
  ['filters={"name":{"eq":"a\\u0000"}}', 'name'],
  ['filters={"name":{"eq":"\\ud800"}}', 'name'],
  ['filters={"born_on":"2026-02-30"}', 'born_on'],
  ['filters={"joined_at":"now"}', 'joined_at'],
  ['filters={"rating":"NaN"}', 'rating'],
  ['filters={"id":"x"}', 'id'],
  ['filters={"is_captain":"true"}', 'is_captain'],
  ['filters={"ports":["Tampa"]}', 'ports'],
  ['search=%00', 'search'],
  [`search=${'x'.repeat(201)}`, 'search'],
  [`search=${'x+'.repeat(11)}`, 'search'],
  ['order=name', 'order'],
])('%s is rejected with the field’s name', async (query, field) => {
  const response = await admin.host.request('GET', `/api/tables/sailors?${query}`);
  expect(response.status).toBe(400);
  expect(Object.keys(((await response.json()) as { fields: object }).fields)).toEqual([field]);
});

test.each([
  '1e3',
  '0x1',
  '1;',
  '01',
  '-0',
  '2147483648',
  '9007199254740991',
  '9223372036854775808',
  '99999999999999999999',
  'null',
  '1,2',
  '%00',
  'id',
])('T-69: the id %s is not found', async (id) => {
  for (const table of ['boats', 'sailors']) {
    expect((await admin.host.request('GET', `/api/tables/${table}/${id}`)).status).toBe(404);
  }
});

test('the id of another table’s row is not found', async () => {
  const { rows } = await admin.app.platform.pool.query('select id from users');
  expect((await admin.host.request('GET', `/api/tables/sailors/${rows[0].id}`)).status).toBe(404);
  expect((await admin.host.request('GET', '/api/tables/users')).status).toBe(404);
  expect((await admin.host.request('GET', '/api/tables/boats/1')).status).toBe(200);
});
