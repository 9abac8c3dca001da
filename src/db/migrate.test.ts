import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createDatabase, databaseUrl, dropDatabase } from '../../test/database.ts';
import tablesOf142 from '../../test/tables-of-142.json' with { type: 'json' };
import { hadRun, listDataTables } from '../platform/backups/backup-form.server.ts';
import { pages } from '../seed/pages.ts';
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
  await createDatabase(admin, name);
  pool = createPool(databaseUrl(inject('serverUrl'), name));
});
afterEach(async () => {
  await pool.end();
  await dropDatabase(admin, name);
  await admin.end();
});

const upTo = (last: number) => (version: number) => version <= last;

const applied = async () =>
  (await pool.query<{ name: string }>('select name from schema_migrations order by version')).rows.map(
    (row) => row.name,
  );

test('migrate runs every migration once, in order', async () => {
  expect(await migrate(pool)).toBe(files.length);
  expect(await applied()).toEqual(files.sort());
  expect(await migrate(pool)).toBe(0);
});

test('concurrent processes run each migration once', async () => {
  const others = [1, 2, 3].map(() => createPool(databaseUrl(inject('serverUrl'), name)));
  const counts = await Promise.all([pool, ...others].map((one) => migrate(one)));
  await Promise.all(others.map((other) => other.end()));
  expect(counts.sort()).toEqual([0, 0, 0, files.length]);
  expect(await applied()).toHaveLength(files.length);
});

test('migrate rejects a newer database', async () => {
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

test('migrate rejects an unfinished restore, except for the restore itself', async () => {
  await pool.query('alter schema public rename to public_replaced; create schema public');
  await expect(migrate(pool)).rejects.toThrow(
    'A backup is being restored into this database, or that was interrupted: run "npm run restore -- FILE" to its ' +
      'end before the site is started. It begins by putting back what was set aside.',
  );
  expect(await migrate(pool, upTo(3))).toBe(3);
});

test('a failed migration is rolled back and retried at the next start', async () => {
  await pool.query('create table inquiries (in_the_way integer)');
  await expect(migrate(pool)).rejects.toThrow('already exists');
  expect(await applied()).toEqual(['001_content.sql']);
  await pool.query('drop table inquiries');
  expect(await migrate(pool)).toBe(files.length - 1);
});

test('no connection keeps a migration’s lock or timeouts', async () => {
  await migrate(pool);
  const { rows } = await pool.query(
    "select current_setting('statement_timeout') as limit, (select count(*)::int from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())) as locks",
  );
  expect(rows).toEqual([{ limit: '5s', locks: 0 }]);
});

test('migration 022 keeps checkouts, deleted rows, their history and saved views under the new names', async () => {
  await migrate(pool, upTo(21));
  await pool.query(`
    insert into products (id, name, price_cents, currency, billing_type)
    values ('00000000-0000-4000-8000-000000000001', 'Kayak', 5000, 'usd', 'one_time');
    insert into checkouts (id, product_id, product_name, unit_amount_cents, currency, quantity, type, status, expires_at)
    values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'Kayak', 5000, 'usd', 1,
      'payment', 'opening', now());
    insert into trash (id, table_name, row_id, label, row, detached, deleted_by_email, deleted_at, expires_at)
    values ('00000000-0000-4000-8000-000000000003', 'media', 'm', 'a.jpg', '{"id": "m", "problem": "broken"}', '[]',
        'host@example.com', now(), now()),
      ('00000000-0000-4000-8000-000000000004', 'properties', 'p', 'Gull', '{"id": "p"}',
        '[{"table": "notify_requests", "column": "property_id", "ids": ["w"]}]', 'host@example.com', now(), now());
    insert into row_history (table_name, row_id, action, by_email, before, row)
    values ('notify_requests', 'w', 'delete', 'host@example.com', null, '{"id": "w"}'),
      ('media', 'm', 'update', 'host@example.com', '{"problem": ""}', '{"problem": "broken"}');
  `);
  const viewOf = (column: string) =>
    new URLSearchParams({
      sort: `${column}:desc`,
      search: 'problem',
      filters: `{"${column}":{"contains":"problem"},"alt":{"eq":"problem"}}`,
      columns: `alt,${column},kind,${column}`,
    }).toString();
  await pool.query(
    `insert into saved_views (id, table_name, name, query)
     values (gen_random_uuid(), 'media', 'a', $1), (gen_random_uuid(), 'media', 'b', 'columns=problem'),
       (gen_random_uuid(), 'products', 'c', $1)`,
    [viewOf('problem')],
  );
  expect(await migrate(pool)).toBeGreaterThan(0);
  const rowsOf = async (text: string) => (await pool.query({ text, rowMode: 'array' })).rows;
  expect(await rowsOf('select status, last_checked_at, idempotency_key from checkouts')).toEqual([
    ['pending', null, null],
  ]);
  expect(await rowsOf('select table_name, row, cleared_references from deleted_rows order by id')).toEqual([
    ['media', { id: 'm', error: 'broken' }, []],
    ['properties', { id: 'p' }, [{ table: 'waitlist_entries', column: 'property_id', ids: ['w'] }]],
  ]);
  expect(await rowsOf('select table_name, before, after from audit_log order by id')).toEqual([
    ['waitlist_entries', null, { id: 'w' }],
    ['media', { error: '' }, { error: 'broken' }],
  ]);
  expect(await rowsOf('select query from saved_views order by name')).toEqual([
    [viewOf('error')],
    ['columns=error'],
    [viewOf('problem')],
  ]);
});

test('migration 030 gives an older database the pages that guests agree to, and leaves those of its hosts alone', async () => {
  await migrate(pool, upTo(29));
  await pool.query(
    "insert into site_settings (id, business_name, town, phone, email, review_rating, review_count, copyright_year) values (1, 'a', 'b', 'c', 'd', 5, 1, 2025)",
  );
  await pool.query(
    `insert into pages (slug, title, html_rich_text) values ('terms', 'Our terms', '<p>Ours</p>')`,
  );
  await migrate(pool);
  const { rows } = await pool.query('select slug, title from pages order by slug');
  expect(rows).toEqual(
    [...pages.map(({ slug, title }) => ({ slug, title: slug === 'terms' ? 'Our terms' : title }))].sort(
      (a, b) => a.slug.localeCompare(b.slug),
    ),
  );
  const { rows: texts } = await pool.query("select html_rich_text from pages where slug = 'privacy'");
  expect(texts[0].html_rich_text).toBe(pages.find(({ slug }) => slug === 'privacy')?.html.join(''));
});

test('migration 036 makes a promotion code whose dates end before they begin inactive, with dates that can be changed', async () => {
  await migrate(pool, upTo(35));
  await pool.query(`
    insert into promo_codes (code, percent, book_from, book_until, stay_from, stay_until)
    values ('GOOD', 10, '2027-01-01', '2027-02-01', null, '2027-03-01'),
      ('BOOKED', 10, '2027-01-02', '2027-01-01', null, null),
      ('STAYED', 10, null, null, '2027-01-02', '2027-01-01')`);
  await migrate(pool);
  const query =
    'select code, is_active, book_until::text as booked, stay_until::text as stayed from promo_codes order by code';
  expect((await pool.query({ text: query, rowMode: 'array' })).rows).toEqual([
    ['BOOKED', false, '2027-01-02', null],
    ['GOOD', true, '2027-02-01', '2027-03-01'],
    ['STAYED', false, null, '2027-01-02'],
  ]);
});

const exampleTables = ['properties', 'taxes', 'amenities', 'message_templates', 'cancellation_policies'];

test('a database that existed before the site could be closed is open, and has no examples', async () => {
  await migrate(pool, upTo(119));
  await pool.query(`insert into site_settings (id, business_name, town, phone, email, review_rating, review_count, copyright_year)
    values (1, 'Gulf Homes', 'Panama City Beach', '(850) 234-5678', 'hello@gulf.com', 0, 0, 2026)`);
  await pool.query(`insert into amenities (id, name) values (1, 'Beach chairs')`);
  await migrate(pool);
  expect((await pool.query('select opened_at is not null as is_open from site_settings')).rows).toEqual([
    { is_open: true },
  ]);
  for (const table of exampleTables)
    expect([table, (await pool.query(`select from ${table} where is_example`)).rowCount]).toEqual([table, 0]);
});

test('a backup of the release before restores its own tables, whose later migrations then run: open, without examples', async () => {
  const tables = Object.entries(tablesOf142).map(([table, columns]) => ({
    name: `public.${table}`,
    columns,
  }));
  await migrate(pool, (version) => hadRun({ versions: { site: 142, queue: 20 }, tables }, version));
  const client = pool as unknown as pg.Client;
  const made = await listDataTables(client, ['public']);
  expect(made.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual(
    tables.toSorted((one, other) => one.name.localeCompare(other.name)),
  );
  await pool.query(`insert into site_settings (id, business_name, town, phone, email, review_rating, review_count, copyright_year)
    values (1, 'Gulf Homes', 'Panama City Beach', '(850) 234-5678', 'hello@gulf.com', 0, 0, 2026)`);
  await migrate(pool);
  expect(await applied()).toEqual(files.sort());
  expect((await pool.query('select opened_at is not null as is_open from site_settings')).rows).toEqual([
    { is_open: true },
  ]);
  expect((await pool.query('select from message_templates where is_example')).rowCount).toBe(0);
});

test('rows that migrations insert in a new database are examples', async () => {
  await migrate(pool);
  const { rows } = await pool.query('select distinct is_example from message_templates');
  expect(rows).toEqual([{ is_example: true }]);
});

test('migration 148 stores the addresses of inquiries and cleaners trimmed and in lower case', async () => {
  await migrate(pool, upTo(147));
  await pool.query(`
    insert into inquiries (id, name, email, property_title, check_in, check_out, guests)
    values (gen_random_uuid(), 'Ann', ' Ann@Gmail.com', 'Gull', '2027-07-05', '2027-07-09', 2);
    insert into cleaners (id, name, email) values (gen_random_uuid(), 'Bo', 'Bo@Example.com');
    insert into audit_log (table_name, row_id, action, actor_email, before, after) values
      ('inquiries', '1', 'create', 'host@example.com', null, '{"email": " Cy@Gmail.com", "name": "Cy"}'),
      ('cleaners', '2', 'update', 'host@example.com', '{"email": "Di@Example.com"}', '{"name": "Di"}'),
      ('homes', '3', 'update', 'host@example.com', null, '{"email": "As Typed"}');
    insert into deleted_rows (id, table_name, row_id, label, row, deleted_by_email, deleted_at, expires_at)
    values (gen_random_uuid(), 'inquiries', '4', 'Ed', '{"email": "Ed@Gmail.com"}', 'host@example.com', now(), now());
  `);
  await migrate(pool);
  const read = async (statement: string) => (await pool.query({ text: statement, rowMode: 'array' })).rows;
  expect(await read('select email from inquiries union all select email from cleaners')).toEqual([
    ['ann@gmail.com'],
    ['bo@example.com'],
  ]);
  expect(await read('select before, after from audit_log order by id')).toEqual([
    [null, { email: 'cy@gmail.com', name: 'Cy' }],
    [{ email: 'di@example.com' }, { name: 'Di' }],
    [null, { email: 'As Typed' }],
  ]);
  expect(await read("select row ->> 'email' from deleted_rows")).toEqual([['ed@gmail.com']]);
});
