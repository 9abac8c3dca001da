import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminApp, adminApp, sailorsUrl } from '../../../../test/admin-table.ts';
import { ensureIndexes } from './ensure-indexes.server.ts';

let admin: AdminApp;
beforeAll(async () => {
  admin = await adminApp();
});
afterAll(() => admin.app.close());

const sql = async (text: string) => (await admin.app.platform.pool.query(text)).rows;
const kept = async () =>
  (await sql("select sum(rows)::int as count from row_counts where table_name = 'sailors'"))[0].count;
const counted = async () => (await sql('select count(*)::int as count from sailors'))[0].count;
const indexes = async () =>
  (await sql("select indexname from pg_indexes where tablename = 'sailors' order by 1")).map(
    ({ indexname }) => indexname,
  );

test('what a schema calls indexed and searchable has its indexes', async () => {
  expect(await indexes()).toEqual([
    'sailors_age_sorted',
    'sailors_name_trigrams',
    'sailors_note_trigrams',
    'sailors_pkey',
  ]);
});

test('the kept count follows every way in which rows come and go', async () => {
  for (const change of [
    'insert into sailors select from generate_series(1, 500)',
    'delete from sailors where id in (select id from sailors limit 123)',
    "update sailors set name = 'Ben'",
    'insert into sailors (id) select id from sailors on conflict do nothing',
    'begin; delete from sailors; rollback',
    'with made as (insert into sailors default values returning id) select * from made',
    'truncate sailors',
    'insert into sailors select from generate_series(1, 7)',
  ]) {
    await sql(change);
    expect([change, await kept()]).toEqual([change, await counted()]);
  }
  expect(await admin.read(sailorsUrl({ limit: '2' }))).toMatchObject({ total: 7, totalIs: 'exact' });
});

test('writers at the same moment do not wait for each other’s counts', async () => {
  const { pool } = admin.app.platform;
  const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
  for (const client of clients) await client.query("begin; insert into sailors (name) values ('Ann')");
  for (const client of clients) await client.query('commit');
  for (const client of clients) client.release();
  expect(await kept()).toBe(await counted());
});

test('preparing again changes nothing, and mends what is missing or was left unfinished', async () => {
  const before = await indexes();
  await ensureIndexes(admin.app.platform);
  expect(await indexes()).toEqual(before);
  await sql('drop index sailors_age_sorted; drop trigger count_truncated on sailors; truncate sailors');
  await sql("update pg_index set indisvalid = false where indexrelid = 'sailors_name_trigrams'::regclass");
  await ensureIndexes(admin.app.platform);
  expect(await indexes()).toEqual(before);
  expect(await sql('select from pg_index where not indisvalid')).toEqual([]);
  expect([await kept(), await counted()]).toEqual([0, 0]);
});

test('several processes may prepare at once', async () => {
  await sql('drop index sailors_age_sorted; drop trigger count_truncated on sailors');
  await Promise.all([1, 2, 3].map(() => ensureIndexes(admin.app.platform)));
  expect(await indexes()).toContain('sailors_age_sorted');
  expect(await kept()).toBe(await counted());
});

test('a table without a kept count is counted up to a limit, and says so', async () => {
  await sql('drop trigger count_inserted on sailors; drop trigger count_deleted on sailors');
  await sql("delete from row_counts where table_name = 'sailors'");
  await sql("insert into sailors (name) select 'Ann' from generate_series(1, 10001)");
  expect(await admin.read(sailorsUrl({}))).toMatchObject({ total: 10_000, totalIs: 'atLeast' });
  await sql('delete from sailors where id = (select id from sailors limit 1)');
  expect(await admin.read(sailorsUrl({}))).toMatchObject({ total: 10_000, totalIs: 'exact' });
});

test('a filtered list is counted up to the limit, and pages behind it can still be read', async () => {
  await sql("insert into sailors (name, age) select 'Ann', n from generate_series(1, 3000) as n");
  const query = { filters: { name: 'Ann' }, sort: 'age:asc', limit: '200' };
  expect(await admin.read(sailorsUrl(query))).toMatchObject({ total: 10_000, totalIs: 'atLeast' });
  expect((await admin.read(sailorsUrl({ ...query, page: '64' }))).data).toHaveLength(200);
  expect((await admin.read(sailorsUrl({ ...query, page: '66' }))).data).toEqual([]);
});

test('deep pages are the same from either end', async () => {
  await sql('truncate sailors');
  await ensureIndexes(admin.app.platform);
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
