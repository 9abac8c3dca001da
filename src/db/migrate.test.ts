import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { databaseUrl } from '../../test/database.ts';
import { createPool } from './client.server.ts';
import { migrate, NewerDatabaseError } from './migrate.server.ts';

const name = `pcb_migrate_${process.pid}`;
let admin: pg.Client;
let pool: pg.Pool;
let files: string[];
beforeEach(async () => {
  files = (await readdir(new URL('./migrations/', import.meta.url))).filter((file) => file.endsWith('.sql'));
  admin = new pg.Client({ connectionString: inject('serverUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  pool = createPool(databaseUrl(inject('serverUrl'), name));
});
afterEach(async () => {
  await pool.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

const applied = async () =>
  (await pool.query<{ name: string }>('select name from schema_migrations order by version')).rows.map(
    (row) => row.name,
  );

test('an empty database gets every migration once, in order', async () => {
  expect(await migrate(pool)).toBe(files.length);
  expect(await applied()).toEqual(files.sort());
  expect(await migrate(pool)).toBe(0);
});

test('several processes that start together run each migration once', async () => {
  const others = [1, 2, 3].map(() => createPool(databaseUrl(inject('serverUrl'), name)));
  const counts = await Promise.all([pool, ...others].map((one) => migrate(one)));
  await Promise.all(others.map((other) => other.end()));
  expect(counts.sort()).toEqual([0, 0, 0, files.length]);
  expect(await applied()).toHaveLength(files.length);
});

test('a database of a newer version is left alone, with a sentence that says what to do', async () => {
  await migrate(pool);
  await pool.query("insert into schema_migrations (version, name) values (900, '900_future.sql')");
  const latest = Math.max(...files.map((file) => Number.parseInt(file, 10)));
  const refused = migrate(pool);
  await expect(refused).rejects.toThrow(NewerDatabaseError);
  await expect(refused).rejects.toThrow(
    `The database is at version 900, but this version of the site knows only up to ${latest}. ` +
      'Update the site, or point DATA_DIR or DATABASE_URL at another database.',
  );
});

test('a database with an unfinished restore is left alone, except by the restore itself', async () => {
  await pool.query('alter schema public rename to public_replaced; create schema public');
  await expect(migrate(pool)).rejects.toThrow(
    'A backup is being restored into this database, or that was interrupted: run "npm run restore -- FILE" to its ' +
      'end before the site is started. It begins by putting back what was set aside.',
  );
  expect(await migrate(pool, 3)).toBe(3);
});

test('a migration that fails leaves nothing of itself behind, and the next start tries it again', async () => {
  await pool.query('create table inquiries (in_the_way integer)');
  await expect(migrate(pool)).rejects.toThrow('already exists');
  expect(await applied()).toEqual(['001_content.sql']);
  await pool.query('drop table inquiries');
  expect(await migrate(pool)).toBe(files.length - 1);
});

test('no connection keeps the lock or the long time limits of a migration', async () => {
  await migrate(pool);
  const { rows } = await pool.query(
    "select current_setting('statement_timeout') as limit, (select count(*)::int from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())) as locks",
  );
  expect(rows).toEqual([{ limit: '5s', locks: 0 }]);
});
