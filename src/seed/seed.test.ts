import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createDatabase, databaseUrl, dropDatabase } from '../../test/database.ts';
import { noFiles } from '../../test/seed-without-files.ts';
import { createDb, createPool } from '../db/client.server.ts';
import { migrate } from '../db/migrate.server.ts';
import { type SeedFiles, seed } from './seed.server.ts';
import { seededTables } from './seeded-tables.ts';

const name = `pcb_seed_${process.pid}`;
let admin: pg.Client;
let pools: pg.Pool[];
beforeEach(async () => {
  admin = new pg.Client({ connectionString: inject('serverUrl') });
  await admin.connect();
  await createDatabase(admin, name);
  pools = [1, 2, 3].map(() => createPool(databaseUrl(inject('serverUrl'), name)));
  await migrate(pools[0] as pg.Pool);
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await dropDatabase(admin, name);
  await admin.end();
});

/** A storage that only records its files, as `id name`. */
function noted(stored: string[], until = Number.POSITIVE_INFINITY): SeedFiles {
  const note = (id: string, scene: string) => {
    if (stored.length >= until) throw new Error('killed');
    stored.push(`${id} ${scene}`);
  };
  return {
    async scene(id, scene) {
      note(id, scene);
      return noFiles.scene(id, scene);
    },
    async tour(id) {
      note(id, 'tour');
      return noFiles.tour(id);
    },
  };
}

test('only one of concurrent processes seeds the database', async () => {
  const stored: string[] = [];
  const filled = await Promise.all(
    pools.map((pool) => seed(createDb(pool), noted(stored), { withExamples: true })),
  );
  expect(filled.filter(Boolean)).toHaveLength(1);
  expect(new Set(stored.map((line) => line.split(' ')[1])).size).toBe(stored.length);
  const { rows } = await (pools[0] as pg.Pool).query('select id from media');
  expect(rows.map((row) => row.id).sort()).toEqual(stored.map((line) => line.split(' ')[0]).sort());
});

test('a repeated first start overwrites the files of a killed one', async () => {
  const db = createDb(pools[0] as pg.Pool);
  const [first, second]: [string[], string[]] = [[], []];
  await expect(seed(db, noted(first, 5), { withExamples: true })).rejects.toThrow('killed');
  expect(await seed(db, noted(second), { withExamples: true })).toBe(true);
  expect(second.slice(0, 5)).toEqual(first);
});

test('no connection keeps the seed’s lock or timeouts', async () => {
  const pool = pools[0] as pg.Pool;
  await seed(createDb(pool), noFiles, { withExamples: true });
  const { rows } = await pool.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
     (select count(*)::int from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())) as locks`,
  );
  expect(rows).toEqual([{ statement: '5s', lock: '2s', locks: 0 }]);
});

/** Every table of the site with rows in it. */
async function filledTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
  );
  const filled: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select 1 from ${name} limit 1`);
    if (rowCount) filled.push(name);
  }
  return filled;
}

test('the seed of production leaves rows only in the tables of content and prices', async () => {
  const pool = pools[0] as pg.Pool;
  const stored: string[] = [];
  await seed(createDb(pool), noted(stored), { withExamples: false });
  expect(await filledTables(pool)).toEqual(seededTables.filter((table) => table !== 'products').sort());
  const { rows } = await pool.query('select review_rating, review_count, opened_at from site_settings');
  expect(rows).toEqual([{ review_rating: 0, review_count: 0, opened_at: null }]);
  const posts = await pool.query('select distinct author from blog_posts');
  expect(posts.rows).toEqual([{ author: 'PCB Beach Rentals' }]);
  expect(stored.filter((line) => line.includes('guest-0'))).toEqual([]);
});

test('the examples of a local site are marked as examples on the hosts’ screens', async () => {
  const pool = pools[0] as pg.Pool;
  await seed(createDb(pool), noFiles, { withExamples: true });
  const { rows } = await pool.query<{ words: string }>(
    `select name || ' ' || note as words from bookings union all select note from blocks union all select name from cleaners`,
  );
  expect(rows.length).toBe(7);
  for (const { words } of rows) expect(words).toMatch(/example/i);
});

test('a local site has four extras for all homes, of which the first two are offered', async () => {
  const db = createDb(pools[0] as pg.Pool);
  await seed(db, noFiles, { withExamples: true });
  const extras = await db
    .selectFrom('extras')
    .selectAll()
    .orderBy('position')
    .orderBy('created_at')
    .execute();
  const shared = { property_id: null, is_taxed: true };
  const early = { moment: 'early_check_in', clock_time: '13:00', offered: 'trip', needs_approval: true };
  const plain = { moment: 'none', needs_approval: false };
  expect(extras).toMatchObject([
    {
      ...shared,
      ...plain,
      label: 'Beach cart for the stay',
      amount_cents: 4_500,
      offered: 'both',
      is_active: true,
    },
    { ...shared, ...early, label: 'Early check-in at 1 PM', amount_cents: 5_000, is_active: true },
    { ...shared, ...plain, label: 'Heat the pool', kind: 'per_night', amount_cents: 2_500, is_active: false },
    {
      ...shared,
      ...plain,
      label: 'Crib',
      kind: 'per_item',
      amount_cents: 1_500,
      max_quantity: 2,
      is_active: false,
    },
  ]);
});

test.each([true, false])(
  'a guide of eight sections and a check list are seeded, Wi-Fi only with examples: %s',
  async (withExamples) => {
    const db = createDb(pools[0] as pg.Pool);
    await seed(db, noFiles, { withExamples });
    const sections = await db.selectFrom('guide_sections').select(['reveal', 'property_id']).execute();
    expect(sections).toHaveLength(8);
    expect(new Set(sections.map(({ reveal }) => reveal))).toEqual(new Set(['public', 'booked', 'arrival']));
    const homes = await db
      .selectFrom('properties')
      .select(['wifi_name', 'wifi_password', 'check_list'])
      .execute();
    expect(homes.every(({ check_list }) => check_list.includes('Beds: fresh linen'))).toBe(true);
    for (const { wifi_name, wifi_password } of homes)
      expect([wifi_name !== '', wifi_password !== '']).toEqual([withExamples, withExamples]);
  },
);
