import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminApp, adminApp, sailorsUrl } from '../../../../test/admin-table.ts';
import { compileTables, type Table } from '../../../db/tables.server.ts';
import { integer, optional, table, uuidKey } from '../../../shared/forms/field-builders.ts';
import { parseListQuery } from '../query/parse-query.server.ts';

let admin: AdminApp;
beforeAll(async () => {
  admin = await adminApp();
  await admin.addSailors([{ name: 'Ann', age: 30 }]);
});
afterAll(() => admin.app.close());

const rejected = async (query: Record<string, unknown>, part = '') => {
  const response = await admin.host.request('GET', sailorsUrl(query, part));
  return { http: response.status, ...((await response.json()) as { message: string; fields?: object }) };
};

const noText = 'is no text to look into';
const json = 'Filters must be a JSON object, as in {"status":"active"}';
const sortForm = 'Sort must be a field and asc or desc, as in title:asc';
const messages: [Record<string, unknown>, Record<string, string>][] = [
  [{ sort: 'secret:asc' }, { sort: 'There is no field "secret"' }],
  [{ sort: 'no_such:asc' }, { sort: 'There is no field "no_such"' }],
  [{ sort: `${'x'.repeat(90)}:asc` }, { sort: `There is no field "${'x'.repeat(60)}"` }],
  [{ sort: 'name' }, { sort: sortForm }],
  [{ sort: 'name:ASC' }, { sort: sortForm }],
  [{ sort: 'name:asc:' }, { sort: sortForm }],
  [{ search: 'x'.repeat(201) }, { search: 'Search cannot exceed 200 characters' }],
  [{ search: 'a b c d e f g h i j k' }, { search: 'Search cannot exceed 10 words' }],
  [{ search: 'a\0b' }, { search: 'Search is not valid' }],
  [{ filters: '{"age":' }, { filters: json }],
  [{ filters: '[]' }, { filters: json }],
  [{ filters: 'null' }, { filters: json }],
  [{ filters: '"x"' }, { filters: json }],
  [{ filters: { secret: 'swordfish' } }, { secret: 'There is no field "secret"' }],
  [{ filters: { age: {} } }, { age: 'Age must be compared with something' }],
  [{ filters: { age: { like: 3 } } }, { age: 'There is no operator "like"' }],
  [{ filters: { age: { toString: 3 } } }, { age: 'There is no operator "toString"' }],
  [{ filters: { age: { isNull: 'true' } } }, { age: 'Age must be true or false' }],
  [{ filters: { age: { contains: '3' } } }, { age: `Age ${noText}` }],
  [{ filters: { born_on: { contains: '2001' } } }, { born_on: `Born ${noText}` }],
  [{ filters: { joined_at: { contains: '2026' } } }, { joined_at: `Joined ${noText}` }],
  [{ filters: { is_captain: { contains: 't' } } }, { is_captain: `Captain ${noText}` }],
  [{ filters: { ports: 'Tampa' } }, { ports: 'Ports is a list: only contains and isNull apply' }],
  [{ filters: { ports: { in: ['Tampa'] } } }, { ports: 'Ports is a list: only contains and isNull apply' }],
  [{ filters: { age: { in: 3 } } }, { age: 'Age must be a list' }],
  [{ filters: { age: { in: Array(1_001).fill(3) } } }, { age: 'Age cannot exceed 1000 values' }],
  [
    { filters: { secret: 1, age: { like: 3 }, rating: 'x' } },
    {
      secret: 'There is no field "secret"',
      age: 'There is no operator "like"',
      rating: expect.stringMatching(/^Rating /) as unknown as string,
    },
  ],
];

test.each(messages)(
  'the list and its export reject %j with a message for the field',
  async (query, fields) => {
    const list = await rejected(query);
    expect(list).toMatchObject({ http: 400, code: 'invalid', fields });
    expect(Object.keys(list.fields ?? {}).toSorted()).toEqual(Object.keys(fields).toSorted());
    expect(await rejected(query, '/export')).toEqual(list);
  },
);

test.each([
  [{ search: 'x'.repeat(200) }],
  [{ search: ` ${'a '.repeat(10)}` }],
  [{ filters: { age: { in: Array(1_000).fill(30) } } }],
  [{ filters: { age: { in: [] } } }],
])('the largest allowed query is accepted (%#)', async (query) => {
  expect((await admin.host.request('GET', sailorsUrl(query))).status).toBe(200);
});

test('a query with 100 conditions is accepted, one with 101 is rejected', () => {
  const fields = Array.from({ length: 51 }, (_, at) => [`n${at}`, optional(integer({ title: `N${at}` }))]);
  const schema = table({ id: uuidKey(), ...Object.fromEntries(fields) }, { title: 'Wide', description: '' });
  const [wide] = compileTables([{ tableName: 'wide', schema }]);
  const read = (filters: object) => parseListQuery(wide as Table, { filters: JSON.stringify(filters) });
  const hundred = Object.fromEntries(fields.slice(0, 50).map(([name]) => [name, { gte: 1, lt: 9 }]));
  expect(read(hundred).conditions).toHaveLength(100);
  expect(() => read({ ...hundred, n50: 1 })).toThrow(
    expect.objectContaining({ code: 'invalid', fields: { filters: 'Filters cannot exceed 100' } }),
  );
});

test('searching a table without a searchable field is rejected, listing it is not', async () => {
  const { platform } = admin.app;
  const sailors = platform.tables.find(({ name }) => name === 'sailors');
  const searchable = sailors?.columns.filter(({ field }) => field.searchable) ?? [];
  expect(searchable.map(({ name }) => name)).toEqual(['name', 'note']);
  for (const { field } of searchable) field.searchable = false;
  try {
    expect(await rejected({ search: 'ann' })).toMatchObject({
      http: 400,
      fields: { search: 'This table cannot be searched' },
    });
    expect((await admin.host.request('GET', sailorsUrl({ search: ' ' }))).status).toBe(200);
  } finally {
    for (const { field } of searchable) field.searchable = true;
  }
});
