import type pg from 'pg';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { hadRun, listDataTables, readVersions } from './backup-form.server.ts';

const { pool } = (await testAppForFile()).platform;
const client = pool as unknown as pg.Client;
const names = async () => (await listDataTables(client)).map(({ name }) => name);

test('a backup has every table of the site and its queue but the lists of migrations', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') order by 1`,
  );
  const all = rows.map(({ name }) => name);
  const migrations = ['graphile_worker.migrations', 'public.schema_migrations'];
  expect(all).toEqual(expect.arrayContaining(migrations));
  expect((await names()).toSorted()).toEqual(all.filter((name) => !migrations.includes(name)).toSorted());
});

test('rows come after those they refer to', async () => {
  const { rows } = await pool.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
     where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`,
  );
  const order = await names();
  expect(rows.length).toBeGreaterThan(10);
  for (const { child, parent } of rows)
    expect([child, parent, order.indexOf(`public.${child}`) > order.indexOf(`public.${parent}`)]).toEqual([
      child,
      parent,
      true,
    ]);
});

test('a column that the database computes is not copied, one of a strange name is', async () => {
  await pool.query(
    'create table odd ("a b""c" int, removed int, twice int generated always as ("a b""c" * 2) stored)',
  );
  await pool.query('alter table odd drop column removed');
  const odd = (await listDataTables(client)).find(({ name }) => name === 'public.odd');
  expect(odd?.columns).toEqual(['"a b""c"']);
  await pool.query('drop table odd');
});

test('tables that refer to each other in a circle cannot be backed up, and a table that refers to itself can', async () => {
  await pool.query('create table one (id int primary key, own int references one)');
  expect(await names()).toContain('public.one');
  await pool.query('create table two (id int primary key, one int references one)');
  await pool.query('alter table one add two int references two');
  await expect(names()).rejects.toThrow('Tables refer to each other in a circle.');
  await pool.query('drop table one, two cascade');
});

test('the versions are the newest migrations, and none of a database that was never migrated', async () => {
  const { rows } = await pool.query('select max(version) as site from schema_migrations');
  expect(await readVersions(client)).toMatchObject({ site: rows[0].site, queue: expect.any(Number) });
  await pool.query('alter schema graphile_worker rename to other');
  try {
    expect(await readVersions(client)).toBeNull();
  } finally {
    await pool.query('alter schema other rename to graphile_worker');
  }
});

test('the index of a backup names every migration that had run, and only those run before a restore', async () => {
  const { rows } = await pool.query<{ version: number }>('select version from schema_migrations order by 1');
  const versions = await readVersions(client);
  expect(versions?.migrations).toEqual(rows.map(({ version }) => version));
  const index = { versions: { site: 142, queue: 1, migrations: [1, 142] }, tables: [] };
  expect([1, 2, 121, 142, 143].map((version) => hadRun(index, version))).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});
