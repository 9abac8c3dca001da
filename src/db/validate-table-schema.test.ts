import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTables } from './table-schemas.server.ts';
import { schemaError, schemaLimits } from './validate-table-schema.server.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'pcb-schemas-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const id = { type: 'string', format: 'uuid', primaryKey: true };
const boats = { title: 'Boats', description: 'What sails', properties: { id, name: { type: 'string' } } };
const withField = (field: object) => ({ ...boats, properties: { id, name: field } });

/** A folder of schema files, by their names. */
async function folderOf(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(path.join(root, 'x-'));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return pathToFileURL(`${folder}/`);
}
const exported = (schema: object): string => `export default ${JSON.stringify(schema)};`;

test('a list may hold records of plain values', () => {
  const days = { type: 'integer', title: 'Days', minimum: 0, maximum: 9 };
  const items = { type: 'object', title: 'Step', properties: { days } };
  expect(schemaError(withField({ type: 'array', items, default: [{ days: 3 }] }), [])).toBe(null);
  const wrong = withField({ type: 'array', items, default: [{ days: 10 }] });
  expect(schemaError(wrong, [])?.place).toBe('properties.name.default');
});

test('readTables returns nothing for an empty folder', async () => {
  expect(await readTables(await folderOf({}))).toEqual([]);
});

test('readTables names tables after files and sorts by order', async () => {
  const folder = await folderOf({
    'boats.ts': exported({ ...boats, order: 2 }),
    'sea-birds.ts': exported({ ...boats, order: 1 }),
    'anchors.ts': exported(boats),
    'boats.test.ts': 'throw new Error("a test is no schema")',
  });
  expect((await readTables(folder)).map(({ tableName }) => tableName)).toEqual([
    'sea_birds',
    'boats',
    'anchors',
  ]);
});

test.each([
  ['boats.ts', 'export const schema = {};', 'boats.ts cannot be used: must be exported as default'],
  ['boats.ts', 'export default {', 'boats.ts cannot be used: fails to load'],
  ['boats.ts', 'throw new Error("no wind");', 'boats.ts cannot be used: fails to load: no wind'],
  ['Boats.ts', exported(boats), 'Boats.ts cannot be used: must be named after its table'],
  ['boats.json', '{}', 'boats.json cannot be used: must be named after its table'],
  [
    'boats.ts',
    exported(withField({ type: 'text' })),
    'boats.ts cannot be used: properties.name.type must be one of',
  ],
])('T-72: %s with %s is rejected with its file and the reason', async (name, text, message) => {
  await expect(readTables(await folderOf({ [name]: text }))).rejects.toThrow(message);
});

/** An object in an object, and so on. */
const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });
const many = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`);

test.each<[string, unknown, string, RegExp]>([
  ['nothing', null, '', /exported as default/],
  ['an order by no field', { ...boats, sortedBy: ['depth'] }, 'sortedBy', /names no field: depth/],
  ['an empty order', { ...boats, sortedBy: [] }, 'sortedBy', /holds something/],
  [
    'a need of no field',
    { ...boats, requiredGroup: { fields: ['depth'], message: 'Set one' } },
    'requiredGroup',
    /names no field: depth/,
  ],
  [
    'a required group without a message',
    { ...boats, requiredGroup: { fields: ['name'] } },
    'requiredGroup',
    /and a message/,
  ],
  [
    'depth',
    { ...boats, properties: { id, name: { type: 'string', default: nested(10_000 / 100) } } },
    '',
    /too deeply/,
  ],
  [
    '10,000 fields',
    { ...boats, properties: Object.fromEntries(many(10_000).map((n) => [n, { type: 'string' }])) },
    'properties',
    /more than 500/,
  ],
  [
    'a million choices',
    withField({ type: 'string', enum: many(1_000_000) }),
    'properties.name.enum',
    /more than 1000/,
  ],
  ['a reference to itself', { ...boats, $ref: '#' }, '$ref', /not a keyword/],
  ['a reference in a field', withField({ $ref: '#' }), 'properties.name.$ref', /not a keyword/],
  [
    'an unknown keyword',
    withField({ type: 'string', maxLenght: 3 }),
    'properties.name.maxLenght',
    /not a keyword/,
  ],
  [
    'an inherited keyword',
    withField({ type: 'string', constructor: 3 }),
    'properties.name.constructor',
    /not a keyword/,
  ],
  ['an unknown type', withField({ type: 'object' }), 'properties.name.type', /must be one of/],
  ['no type', withField({ title: 'Name' }), 'properties.name.type', /missing/],
  [
    'an unknown format',
    withField({ type: 'string', format: 'e-mail' }),
    'properties.name.format',
    /must be one of/,
  ],
  [
    'a broken pattern',
    withField({ type: 'string', pattern: '[' }),
    'properties.name.pattern',
    /regular expression/,
  ],
  ['a label that is no field', { ...boats, label: 'nam' }, 'label', /no field: nam/],
  ['a required field that is none', { ...boats, required: ['nam'] }, 'required', /no field: nam/],
  ['a preview of no field', { ...boats, preview: '/boats/{slug}' }, 'preview', /no field: slug/],
  ['a preview elsewhere', { ...boats, preview: '//evil.example' }, 'preview', /path on this site/],
  [
    'a reference to no table',
    withField({ type: 'string', references: 'ships' }),
    'properties.name.references',
    /no table: ships/,
  ],
  ['no primary key', { ...boats, properties: { name: { type: 'string' } } }, 'properties', /no primary key/],
  ['two primary keys', withField({ type: 'string', primaryKey: true }), 'properties.name', /id alone/],
  [
    'a key of another kind',
    { ...boats, properties: { id: { type: 'string', primaryKey: true } } },
    'properties.id',
    /UUID/,
  ],
  [
    'a name that is no column',
    { ...boats, properties: { id, 'na me': { type: 'string' } } },
    'properties.na me',
    /column/,
  ],
  [
    'a name with a quote',
    { ...boats, properties: { id, 'a"b': { type: 'string' } } },
    'properties.a"b',
    /column/,
  ],
  [
    'a default that does not fit',
    withField({ type: 'integer', maximum: 3, default: 4 }),
    'properties.name.default',
    /greater than 3/,
  ],
  [
    'bounds that cross',
    withField({ type: 'integer', minimum: 3, maximum: 2 }),
    'properties.name.minimum',
    /above maximum/,
  ],
  [
    'names for other choices',
    withField({ type: 'string', enum: ['a'], enumNames: ['A', 'B'] }),
    'properties.name.enumNames',
    /each choice/,
  ],
  ['a choice twice', withField({ type: 'string', enum: ['a', 'a'] }), 'properties.name.enum', /twice/],
  ['a list of nothing', withField({ type: 'array' }), 'properties.name.items', /missing/],
  [
    'a list of lists',
    withField({ type: 'array', items: { type: 'array' } }),
    'properties.name.items',
    /lists/,
  ],
  ['an object of its own', withField({ type: 'object' }), 'properties.name.type', /items/],
  [
    'an item that says nothing',
    withField({ type: 'array', items: { type: 'object' } }),
    'properties.name.items.properties',
    /missing/,
  ],
  [
    'an item that holds a list',
    withField({
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } },
    }),
    'properties.name.items.properties.a.type',
    /list/,
  ],
  [
    'an item of an unknown type',
    withField({ type: 'array', items: { type: 'object', properties: { a: { type: 'text' } } } }),
    'properties.name.items.properties.a.type',
    /must be one of/,
  ],
  [
    'things that no item says',
    withField({ type: 'string', properties: { a: { type: 'string' } } }),
    'properties.name.properties',
    /items/,
  ],
  [
    'a search through numbers',
    withField({ type: 'integer', searchable: true }),
    'properties.name.searchable',
    /texts/,
  ],
  ['an unknown unit', withField({ type: 'integer', unit: 'dollars' }), 'properties.name.unit', /cents/],
  ['money that is a text', withField({ type: 'string', unit: 'cents' }), 'properties.name.unit', /whole/],
  ['a verb that is none', { ...boats, verbs: { read: false } }, 'verbs', /create, update, delete/],
  ['no title', { ...boats, title: undefined }, 'title', /./],
  ['no description', { title: 'Boats', properties: boats.properties }, 'description', /missing/],
])('T-72: %s is rejected with its place and the reason', (_, schema, place, reason) => {
  expect(schemaError(schema, ['boats'])).toEqual({ place, reason: expect.stringMatching(reason) });
});

test('schemaError accepts a schema at its limits', () => {
  const fields = Object.fromEntries(
    many(schemaLimits.properties - 1).map((name) => [name, { type: 'string' }]),
  );
  expect(schemaError({ ...boats, properties: { id, ...fields } }, ['boats'])).toBeNull();
  expect(schemaError(withField({ type: 'string', enum: many(schemaLimits.choices) }), ['boats'])).toBeNull();
});
