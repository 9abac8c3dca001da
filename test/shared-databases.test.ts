import pg from 'pg';
import { expect, test } from 'vitest';
import { longTimeouts } from './platform.ts';
import { returnDatabase, type SharedDatabase, takeDatabase } from './shared-databases.ts';

/** No app of another test has so few connections, so these tests share databases with none. */
const maxConnections = 3;

const take = () => takeDatabase(maxConnections, longTimeouts);

/** Every row of the site's tables as text, and where each sequence stands. */
async function readAll({ pool }: SharedDatabase): Promise<Record<string, unknown>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE' order by 1`,
  );
  const read = async ({ name }: { name: string }) => {
    const { rows } = await pool.query(
      `select md5(string_agg(t::text, ';' order by t::text)) from ${name} as t`,
    );
    return [name, rows[0].md5];
  };
  const sequences = await pool.query(
    'select schemaname, sequencename, last_value from pg_sequences order by 1, 2',
  );
  return { ...Object.fromEntries(await Promise.all(tables.map(read))), sequences: sequences.rows };
}

test('a database that is used again has the rows and sequences of the template', async () => {
  const first = await take();
  const before = await readAll(first);
  await first.pool.query(`update properties set title = 'Changed'; delete from blog_posts`);
  await first.pool.query(`select graphile_worker.add_job('send_mail', '{}')`);
  expect(await readAll(first)).not.toEqual(before);
  await returnDatabase(first);

  const second = await take();
  expect(second.name).toBe(first.name);
  expect(await readAll(second)).toEqual(before);
  await returnDatabase(second);
});

test('databases that are used at the same time are different ones', async () => {
  const both = [await take(), await take()];
  expect(new Set(both.map(({ name }) => name)).size).toBe(2);
  for (const database of both) await returnDatabase(database);
});

/** Opens a connection, which is cut when its database is dropped. */
async function connect(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
}

test.each([
  [
    'a changed definition',
    ({ pool }: SharedDatabase) => pool.query('alter table users add column more text'),
  ],
  ['a lock of its session', ({ pool }: SharedDatabase) => pool.query('select pg_advisory_lock(7)')],
  ['a connection that is not of its pool', ({ url }: SharedDatabase) => connect(url)],
  ['an ended pool', ({ pool }: SharedDatabase) => pool.end()],
])('a database with %s is not used again', async (_, leave) => {
  const first = await take();
  await leave(first);
  await returnDatabase(first);
  const second = await take();
  expect(second.name).not.toBe(first.name);
  await returnDatabase(second);
});
