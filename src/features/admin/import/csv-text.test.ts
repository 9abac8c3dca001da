import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileTables, type Table } from '../../../db/tables.server.ts';
import {
  boolean,
  choice,
  integer,
  list,
  number,
  optional,
  optionalText,
  table,
  text,
  uuidKey,
} from '../../../shared/forms/field-builders.ts';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { readCsv } from './parse-csv.server.ts';
import { readCell } from './read-cell.server.ts';

const schema = table(
  {
    id: uuidKey(),
    name: text({ title: 'Full name', maxLength: 10_000 }),
    note: optionalText({ title: 'Note', maxLength: 10_000 }),
    age: optional(integer({ title: 'Age' })),
  },
  { title: 'People', description: '' },
);
const [people] = compileTables([{ tableName: 'people', schema }]) as [Table];
const field = (made: unknown) => made as FieldSchema;
const read = (csv: string) => readCsv(people, Buffer.from(csv));
const cells = async (csv: string) => (await read(csv)).rows.map(({ cells }) => Object.fromEntries(cells));
const problems = async (csv: string) => (await read(csv)).rows.map(({ line, problem }) => [line, problem]);

test.each([
  ['commas', 'name,age\nAnn,3\n'],
  ['semicolons', 'name;age\nAnn;3\n'],
  ['tabs', 'name\tage\nAnn\t3\n'],
  ['CR LF', 'name,age\r\nAnn,3\r\n'],
  ['CR alone', 'name,age\rAnn,3\r'],
  ['a byte order mark', '\ufeffname,age\nAnn,3\n'],
  ['no last line break', 'name,age\nAnn,3'],
  ['titles', 'Full Name,AGE\nAnn,3\n'],
  ['spaces around names', ' name , Age \nAnn,3\n'],
  ['quotes', '"name","age"\n"Ann","3"\n'],
  ['empty lines', '\n\nname,age\n\nAnn,3\n\n,\n'],
  ['two byte order marks before a quotation mark', '\ufeff\ufeff"name","age"\nAnn,3\n'],
  ['a first line that names the sign', 'sep=;\r\nname;age\r\nAnn;3\r\n'],
  ['a first line that names an unusual sign', '\ufeff"sep=|"\nname|age\nAnn|3\n'],
  ['a line that names the sign below an empty one', '\r\nSEP=\t\r\nname\tage\r\nAnn\t3\r\n'],
  ['an empty line before semicolons', '\nname;age\nAnn;3\n'],
  ['a line of commas before semicolons', ',,\nname;age\nAnn;3\n'],
  ['a title above the heading', 'Table 1\nname,age\nAnn,3\n'],
  ['a quoted title with a comma above the heading', '"Guests, all";\n\nname;age\nAnn;3\n'],
  ['empty cells at the end', 'name,age\nAnn,3,, ,\n'],
])('a file with %s is read', async (_, csv) => {
  expect(await cells(csv)).toEqual([{ name: 'Ann', age: '3' }]);
});

test.each(['utf-16le', 'utf-16be'])(
  'a file in %s, as Excel saves "Unicode Text", is read',
  async (encoding) => {
    const bytes = Buffer.from('\ufeffname\tage\r\nJosé\t3\r\n', 'utf16le');
    if (encoding === 'utf-16be') bytes.swap16();
    const { rows } = await readCsv(people, bytes);
    expect(rows.map(({ cells }) => Object.fromEntries(cells))).toEqual([{ name: 'José', age: '3' }]);
  },
);

test.each([
  ['Latin-1', Buffer.from('name,age\nJosé,3\n', 'latin1')],
  ['UTF-16 that ends within a letter', Buffer.from('\ufeffname\tage\r\nAnn\t3', 'utf16le').subarray(0, -1)],
])('a file in %s is rejected, so that no letter is lost', async (_, bytes) => {
  await expect(readCsv(people, bytes)).rejects.toThrow('not UTF-8 text');
});

test.each([
  ['a no-break space between thousands', '5\u00a0000'],
  ['a narrow one', '5\u202f000'],
  ['a minus of typography', '\u22125'],
  ['brackets for a loss', '(5)'],
  ['a minus behind', '5-'],
  ['a sign of money', '5 €'],
  ['full-width digits', '５'],
  ['a day of Excel', '46,023.5'],
  ['a percent sign', '5%'],
  ['a quarter', '¼'],
])('a whole number with %s is no number', (_, cell) => {
  expect(readCell(field(integer({ title: 'x' })), cell)).toBe(cell.trim());
});

test.each([
  ['00501', '00501'],
  ['1,234.50 €', '1,234.50 €'],
  ['=HYPERLINK("x")', '=HYPERLINK("x")'],
  ['01/02/2027', '01/02/2027'],
  ['“Ann”, ‘Bo’', '“Ann”, ‘Bo’'],
])('the text %j stays as it is typed', (cell, value) => {
  expect(readCell(field(text({ title: 'x' })), cell)).toBe(value);
});

test.each([
  ['an unknown heading has a comma', 'Name;"Age";"Note, internal"\nAnn;3;x\n'],
  ['a known heading beside one with two commas', 'a,b,c;age;name\nx;3;Ann\n'],
])('a file with semicolons is read where %s', async (_, csv) => {
  expect(await cells(csv)).toEqual([{ name: 'Ann', age: '3' }]);
});

test('lines are counted from the first of the file, including those above the heading', async () => {
  expect(await problems('sep=;\n\nTable 1\nname;age\nAnn;3\nBo;3;4\n')).toEqual([
    [5, undefined],
    [6, 'This line has 3 values, but the heading names 2 columns'],
  ]);
});

test('a file whose headings are all unknown is rejected, a title above them or not', async () => {
  const message = 'No column of the file belongs to People.';
  await expect(read('Table 1\nfoo,bar\n1,2\n')).rejects.toThrow(message);
  await expect(read('foo;bar\n1;2\n')).rejects.toThrow(message);
});

test('a title and a heading without rows below are rejected', async () => {
  await expect(read('Table 1\nname,age\n')).rejects.toThrow('The file has no rows below its heading.');
});

test.each([
  ['LF', '\n'],
  ['CR LF', '\r\n'],
])('a row is named by its first line, also behind cells of several lines that end in %s', async (_, end) => {
  const csv = ['name,note', '"a', 'b', 'c","', 'x"', '', '"d', 'e",y', 'f,z', ''].join(end);
  expect((await read(csv)).rows.map(({ line }) => line)).toEqual([2, 7, 9]);
  await expect(read(`${csv}"g" h,z`)).rejects.toMatchObject({
    message: 'Line 10 cannot be read as CSV. Is a quotation mark missing?',
  });
});

test.each([
  ['name,note,age\nAnn\n', 'This line has 1 value, but the heading names 3 columns'],
  ['name,note,age\nAnn,x\n', 'This line has 2 values, but the heading names 3 columns'],
  ['name,note,age\nLee, Ann,x,3\n', 'This line has 4 values, but the heading names 3 columns'],
])('a line of another length is a problem (%#)', async (csv, problem) => {
  expect(await problems(csv)).toEqual([[2, problem]]);
});

test('unknown columns are named, and the version of a row is not one of them', async () => {
  const csv = 'id,name,Colour,_version,constructor,__proto__\n,Ann,red,7,x,y\n';
  const { columns, unknownColumns, ignoredColumns, rows } = await read(csv);
  expect([columns, unknownColumns, ignoredColumns]).toEqual([
    ['name'],
    ['Colour', 'constructor', '__proto__'],
    [],
  ]);
  expect([...(rows[0]?.cells.keys() ?? [])]).toEqual(['id', 'name']);
});

test.each([
  ['name\n"Ann', 'cannot be read as CSV'],
  ['name\n"Ann" Lee\n', 'cannot be read as CSV'],
  ['name,Full name\na,b\n', 'Two columns of the file are Full name.'],
  ['id\n1\n', 'No column of the file belongs to People.'],
  [' \n,\n', 'The file has no rows below its heading.'],
])('the file %j is rejected with a message', async (csv, message) => {
  await expect(read(csv)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining(message),
  });
});

test('any texts are parsed unchanged, with any delimiter', async () => {
  const value = fc
    .array(fc.constantFrom('"', ',', ';', '\t', '\n', '\r\n', ' ', 'x', 'é', '🏖', "'"), { maxLength: 8 })
    .map((parts) => `${parts.join('')}x`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 10 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      async (rows, delimiter, end) => {
        const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
        const lines = rows.map((row) => row.map(quoted).join(delimiter));
        const csv = `${[`name${delimiter}note`, ...lines].join(end)}${end}`;
        expect(await cells(csv)).toEqual(rows.map(([name, note]) => ({ name, note })));
      },
    ),
    { numRuns: 60 },
  );
});

const rank = field(choice(['mate', 'captain'], { title: 'Rank', labels: ['A mate', 'A captain'] } as never));
test.each<[string, FieldSchema, string, unknown]>([
  ['an empty text', field(text({ title: 'x' })), ' ', null],
  ['an empty list', field(list(text({ title: 'x' }), { title: 'x' })), '', []],
  ['a whole number', field(integer({ title: 'x' })), ' 12 ', 12],
  ['a number with a fraction', field(number({ title: 'x' })), '-1.5', -1.5],
  ['a yes', field(boolean({ title: 'x' })), ' YES ', true],
  ['a no', field(boolean({ title: 'x' })), 'f', false],
  ['neither yes nor no', field(boolean({ title: 'x' })), 'perhaps', 'perhaps'],
  ['a choice', rank, 'mate', 'mate'],
  ['no choice', rank, 'cook', 'cook'],
  ['a formula of an export', field(text({ title: 'x' })), "'=1+1", '=1+1'],
  ['an apostrophe of a text', field(text({ title: 'x' })), "'tis", "'tis"],
  ['a list in JSON', field(list(text({ title: 'x' }), { title: 'x' })), '["a","b"]', ['a', 'b']],
  ['half of a list in JSON', field(list(text({ title: 'x' }), { title: 'x' })), '["a"', '["a"'],
  ['a list in lines', field(list(integer({ title: 'x' }), { title: 'x' })), '1\r\n\n 2', [1, 2]],
])('a cell with %s is read in the type of its field', (_, schema, cell, value) => {
  expect(readCell(schema, cell)).toEqual(value);
});

test.each(['0x1', '1,5', '1 000', 'Infinity', 'NaN', '--1', '१'])(
  'the cell "%s" is not read as a whole number, so that the form rejects it',
  (cell) => {
    expect(readCell(field(integer({ title: 'x' })), cell)).not.toSatisfy(Number.isInteger);
  },
);
