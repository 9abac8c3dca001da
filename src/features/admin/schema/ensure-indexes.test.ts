import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminApp, adminApp, sailorsUrl } from '../../../../test/admin-table.ts';
import { orderSql } from '../query/where-store.server.ts';
import { ensureIndexes } from './ensure-indexes.server.ts';

let admin: AdminApp;
beforeAll(async () => {
  admin = await adminApp();
});
afterAll(() => admin.app.close());

const sql = async (text: string) => (await admin.app.platform.pool.query(text)).rows;
const indexes = async () =>
  (await sql("select indexname from pg_indexes where tablename = 'sailors' order by 1")).map(
    ({ indexname }) => indexname,
  );

test('ensureIndexes builds what a schema calls indexed and searchable', async () => {
  expect(await indexes()).toEqual([
    'sailors_age_sorted',
    'sailors_age_sorted_down',
    'sailors_name_trigrams',
    'sailors_note_trigrams',
    'sailors_pkey',
  ]);
});

test('in every table, no more than 64 kB of what is searched wait to enter its index: each search reads them', async () => {
  const searched = await sql(`select relname as name, coalesce(reloptions, '{}') as options from pg_index
    join pg_class on pg_class.oid = indexrelid join pg_opclass on pg_opclass.oid = any(indclass)
    where opcname = 'gin_trgm_ops' order by 1`);
  const names = searched.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['messages_words', 'sailors_name_trigrams']));
  for (const { name, options } of searched)
    expect([name, options]).toEqual([name, ['gin_pending_list_limit=64']]);
});

test('ensureIndexes run again changes nothing, and mends what is missing or unfinished', async () => {
  const before = await indexes();
  await ensureIndexes(admin.app.platform);
  expect(await indexes()).toEqual(before);
  await sql('drop index sailors_age_sorted');
  await sql("update pg_index set indisvalid = false where indexrelid = 'sailors_name_trigrams'::regclass");
  await ensureIndexes(admin.app.platform);
  expect(await indexes()).toEqual(before);
  expect(await sql('select from pg_index where not indisvalid')).toEqual([]);
});

test('ensureIndexes may run in several processes at once', async () => {
  await sql('drop index sailors_age_sorted');
  await Promise.all([1, 2, 3].map(() => ensureIndexes(admin.app.platform)));
  expect(await indexes()).toContain('sailors_age_sorted');
});

/** Resolves once a statement with this beginning waits for a lock. */
async function untilBlocked(statement: string): Promise<void> {
  const query = `select from pg_stat_activity where datname = current_database() and query ilike '${statement}%'
    and cardinality(pg_blocking_pids(pid)) > 0`;
  while ((await sql(query)).length === 0) await sleep(20);
}

test('ensureIndexes builds an index whose building ended in a deadlock with an analyze', async () => {
  const { pool } = admin.app.platform;
  await sql('drop index sailors_age_sorted');
  const [writer, analyst] = [await pool.connect(), await pool.connect()];
  // The session that checks for a deadlock is the one that ends; it must not be the analyze.
  await analyst.query("set lock_timeout = 0; set statement_timeout = 0; set deadlock_timeout = '1h'");
  await writer.query("begin; insert into sailors (name) values ('Ann')");
  const built = ensureIndexes(admin.app.platform);
  await untilBlocked('create index');
  const analyzed = analyst.query('analyze sailors');
  await untilBlocked('analyze');
  await writer.query('rollback');
  await Promise.all([built, analyzed]);
  for (const client of [writer, analyst]) client.release(true);
  expect(await indexes()).toContain('sailors_age_sorted');
  expect(await sql('select from pg_index where not indisvalid')).toEqual([]);
});

test('a total is exact up to 10,000 rows and estimated above', async () => {
  await sql("insert into sailors (name) select 'Ann' from generate_series(1, 20000); analyze sailors");
  const { total, totalIsEstimate } = await admin.read(sailorsUrl({ limit: '2' }));
  expect(totalIsEstimate).toBe(true);
  expect(total).toBeGreaterThan(18_000);
  expect(total).toBeLessThan(22_000);
  await sql('delete from sailors where id not in (select id from sailors limit 10001)');
  expect(await admin.read(sailorsUrl({}))).toMatchObject({ totalIsEstimate: true });
  await sql('delete from sailors where id = (select id from sailors limit 1)');
  expect(await admin.read(sailorsUrl({}))).toMatchObject({ total: 10_000, totalIsEstimate: false });
});

test('a filtered total is estimated above 10,000, and pages behind that can still be read', async () => {
  await sql("insert into sailors (name, age) select 'Ann', n from generate_series(1, 3000) as n");
  const query = { filters: { name: 'Ann' }, sort: 'age:asc', limit: '200' };
  const { total, totalIsEstimate } = await admin.read(sailorsUrl(query));
  expect([total > 10_000, totalIsEstimate]).toEqual([true, true]);
  expect((await admin.read(sailorsUrl({ ...query, page: '64' }))).data).toHaveLength(200);
  expect((await admin.read(sailorsUrl({ ...query, page: '66' }))).data).toEqual([]);
});

test.each(['age:asc', 'age:desc'])('the first page by %s is read from an index', async (sort) => {
  await sql('truncate sailors');
  await sql(`insert into sailors (name, age) select 'Ann', nullif(n % 700, 0) from generate_series(1, 20000) as n;
    analyze sailors`);
  const column = { name: 'age', sql: '"age"', field: { type: 'integer' }, isOptional: true } as const;
  const order = orderSql({ conditions: [], search: '', sort: { column, descending: sort === 'age:desc' } });
  const plan = await sql(`explain select "id", "age" from sailors ${order} limit 50`);
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Only Scan');
  expect((await admin.read(sailorsUrl({ sort }))).data[0]?.age).toBe(sort === 'age:asc' ? 1 : 699);
});

test('pages of every sort hold each row once, in order', async () => {
  await sql('truncate sailors');
  await sql("insert into sailors (name, age) select 'Ann', n % 700 from generate_series(1, 5000) as n");
  for (const sort of ['age:asc', 'age:desc', 'rating:asc', 'id:desc']) {
    const ids: unknown[] = [];
    for (let page = 1; page <= 26; page += 1) {
      const { data, total } = await admin.read(sailorsUrl({ sort, limit: '200', page: String(page) }));
      expect(total).toBe(5_000);
      ids.push(...data.map(({ id }) => id));
    }
    const [column, direction] = sort.split(':');
    const rows = await sql(`select id from sailors order by ${column} ${direction}, id ${direction}`);
    expect(ids).toEqual(rows.map(({ id }) => id));
  }
});
