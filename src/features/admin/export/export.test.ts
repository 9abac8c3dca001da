import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type AdminApp, adminApp, sailorsUrl } from '../../../../test/admin-table.ts';
import { openExportConnection } from './store.server.ts';

let admin: AdminApp;
beforeAll(async () => {
  admin = await adminApp();
});
afterAll(() => admin.app.close());
beforeEach(() => admin.app.platform.pool.query('truncate sailors'));

const exported = (query: Record<string, unknown> = {}) =>
  admin.host.request('GET', sailorsUrl(query, '/export'));

/** The cells of a CSV, read by a strict reader of RFC 4180; the first row holds the names. */
const cellsOf = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, record_delimiter: '\r\n', relax_quotes: false });

const exportsUnderWay = async (): Promise<string[]> => {
  const { rows } = await admin.app.platform.pool.query<{ doing: string }>(
    `select state || ' ' || coalesce(wait_event, '') as doing from pg_stat_activity
     where application_name = 'pcb-export' and datname = current_database()`,
  );
  return rows.map(({ doing }) => doing);
};
/** Sailors whose lists add up to 60 MB, more than all buffers between the database and a browser hold. */
const manySailors = () =>
  admin.app.platform.pool.query(
    `insert into sailors (name, age, ports) select 'Sailor', n, array[repeat('x', 20000)] from generate_series(1, 3000) as n`,
  );

test('the export is a private UTF-8 file named after its table', async () => {
  const response = await exported();
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="sailors.csv"');
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  expect(await response.text()).toBe(
    'id,name,note,age,miles,rating,is_captain,rank,born_on,joined_at,ports,boat_id\r\n',
  );
});

test('T-62: an export holds the columns and rows of the list, in its order', async () => {
  await admin.addSailors([
    {
      name: 'Ann',
      age: 3,
      miles: 5_000_000_000,
      is_captain: true,
      born_on: '1996-01-31',
      ports: ['a"b', 'c,d'],
      boat_id: 2,
    },
    { name: 'Ben', age: null, miles: null, is_captain: false, born_on: null, ports: [], boat_id: null },
    { name: 'Zoë 🏖', age: -4, miles: 0, is_captain: false, born_on: null, ports: ['x\ny'], boat_id: 1 },
    { name: 'Dan', age: 9, miles: 1, is_captain: false, born_on: null, ports: [], boat_id: null },
  ]);
  const ages = cellsOf(await (await exported({ sort: 'age:desc' })).text()).map(({ age }) => age);
  expect(ages.at(-1)).toBe('');
  const query = { sort: 'age:desc', filters: { name: { ne: 'Dan' }, age: { in: [3, -4] } } };
  const { data } = await admin.read(sailorsUrl(query));
  const cells = cellsOf(await (await exported(query)).text());
  expect(Object.keys(cells[0] ?? {})).toEqual(
    Object.keys(data[0] ?? {}).filter((name) => name !== '_version'),
  );
  expect(
    cells.map((row) => ({
      ...row,
      age: Number(row.age),
      miles: Number(row.miles),
      boat_id: Number(row.boat_id),
      rating: Number(row.rating),
      is_captain: row.is_captain === 'true',
      born_on: row.born_on || null,
      ports: JSON.parse(row.ports ?? ''),
      joined_at: new Date(row.joined_at ?? '').toISOString(),
    })),
  ).toEqual(data.map(({ _version, ...row }) => row));
});

test('null is empty, empty text is quoted, and search and moments work as in the list', async () => {
  await admin.addSailors([
    { name: 'Ann', note: '' },
    { name: 'Ben', note: '' },
  ]);
  const csv = await (
    await exported({ search: 'ANN', filters: { joined_at: { lte: '2026-05-01T10:00:00Z' } } })
  ).text();
  expect(csv.split('\r\n')[1]).toMatch(
    /^[0-9a-f-]{36},Ann,"",,,0\.00,false,mate,,2026-05-01T10:00:00\+00:00,\[\],$/,
  );
  expect(csv.split('\r\n')).toHaveLength(3);
});

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const formulas = [
  ...signs.map((sign) => `${sign}1+1`),
  ...signs.map((sign) => ` ${sign}1+1`),
  "=cmd|'/C calc'!A0",
  '"=1+1"',
  "'=1+1",
  '  "=1',
  '\t=1',
  '\t1',
  '\r1',
  '\n1',
  '\r\n=1',
  '\u00a0=1',
  '\u3000=1',
  '\ufeff=1',
  '\u200b=1',
  '\u2003@x',
  '=HYPERLINK("http://evil.example","x")',
  '@SUM(1)',
  '-2+3',
  '+1 850 555 0142',
  '﹦1',
  '﹢1',
  '﹣1',
  '﹫1',
  ' \' "=1',
  '=',
  '-',
  '+',
  '@',
];
const texts = [
  'Ann',
  '5',
  '5-1',
  'a=b',
  '',
  ' x',
  '"',
  "'",
  ',',
  '#1',
  '*',
  '(1)',
  'é',
  '🏖',
  'a\r\nb',
  'a\nb',
  '\\.',
  ' ',
];

test('T-63: no text becomes a formula, and other texts are unchanged', async () => {
  expect(formulas.length).toBeGreaterThanOrEqual(40);
  await admin.addSailors([...formulas, ...texts].map((note, age) => ({ note, age, rating: -0 })));
  const cells = cellsOf(await (await exported({ sort: 'age:asc' })).text());
  expect(cells.map(({ note }) => note)).toEqual([...formulas.map((text) => `'${text}`), ...texts]);
});

test('T-63: numbers stay numbers', async () => {
  await admin.addSailors([{ age: -5, miles: -7 }]);
  expect(cellsOf(await (await exported()).text())[0]).toMatchObject({
    age: '-5',
    miles: '-7',
    rating: '0.00',
  });
});

test('a long export is a snapshot: concurrent changes do not show', async () => {
  await manySailors();
  const response = await exported();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let csv = decoder.decode((await reader.read()).value, { stream: true });
  await admin.app.platform.pool.query('delete from sailors');
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    csv += decoder.decode(part.value, { stream: true });
  }
  const cells = cellsOf(csv);
  expect([cells.length, new Set(cells.map(({ age }) => age)).size]).toEqual([3_000, 3_000]);
});

test('rows are sent in parts of 64 KB, however little the database sends at a time', async () => {
  await admin.app.platform.pool.query(
    "insert into sailors (name, age, note) select 'Sailor', n, repeat('n', 90) from generate_series(1, 5000) as n",
  );
  const lengths: number[] = [];
  for await (const part of (await exported()).body as ReadableStream<Uint8Array>) lengths.push(part.length);
  expect(Math.min(...lengths.slice(1, -1))).toBeGreaterThanOrEqual(64 * 1024);
  expect(lengths.length).toBeGreaterThan(5);
});

test('T-64: the database waits for a slow browser, and stops when it goes away', async () => {
  await manySailors();
  const response = await exported();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await expect.poll(exportsUnderWay).toEqual(['active ClientWrite']);
  await reader.cancel();
  await expect.poll(exportsUnderWay).toEqual([]);
});

test('a fourth concurrent export gets 429', async () => {
  await manySailors();
  const running = await Promise.all([exported(), exported(), exported()]);
  const fourth = await exported();
  expect([fourth.status, fourth.headers.get('Retry-After')]).toEqual([429, '60']);
  expect(((await fourth.json()) as { message: string }).message).toMatch(/running already/);
  for (const response of running) await response.body?.cancel();
  await expect.poll(exportsUnderWay).toEqual([]);
  const after = async () => {
    const response = await exported({ filters: { age: { lt: 3 } } });
    return [response.status, (await response.text()).split('\r\n').length];
  };
  await expect.poll(after).toEqual([200, 4]);
  await expect.poll(exportsUnderWay).toEqual([]);
});

test('an aborted export does not look complete, and HEAD runs no query', async () => {
  await manySailors();
  const response = await exported();
  await admin.app.platform.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pcb-export' and datname = current_database()",
  );
  await expect(response.text()).rejects.toThrow();
  // Ending a statement does not wait for its connection to close.
  await expect.poll(exportsUnderWay).toEqual([]);
  const head = await admin.host.request('HEAD', sailorsUrl({}, '/export'));
  expect([head.status, await exportsUnderWay()]).toEqual([200, []]);
});

test('an export that cannot be set up leaves no connection behind', async () => {
  const { databaseUrl } = admin.app.platform.settings;
  await expect(openExportConnection(databaseUrl, [['no such setting', '']])).rejects.toThrow(
    /no such setting/,
  );
  await expect.poll(exportsUnderWay).toEqual([]);
});

test('an export logs who, which table and how many rows', async () => {
  await admin.addSailors([{ name: 'Ann' }, { name: 'Ben' }]);
  const info = vi.spyOn(admin.app.platform.log, 'info');
  await (await exported()).text();
  const { rows } = await admin.app.platform.pool.query(
    "select id from users where email = 'host@example.com'",
  );
  await expect
    .poll(() => info.mock.calls.find(([told]) => (told as { event?: string }).event === 'export')?.[0])
    .toMatchObject({ userId: rows[0].id, table: 'sailors', rows: 2, complete: true });
});
