import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { addDays } from '../../../shared/nights.ts';
import { loadAllRules } from './load-all-rules.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  // 500 homes with three years of stays and seasons. The rows of the triggers are written directly: only reading is measured.
  await app.platform.pool.query(`
    insert into properties (id, slug, title, description, guests, beds, baths, price_preview, booking_mode, nightly_cents)
    select gen_random_uuid(), 'many-' || n, 'Home', 'Home', 6, 3, 2, '$200', 'instant', 20000 from generate_series(1, 500) as n`);
  await app.platform.pool.query(`
    insert into rates (property_id, name, first_night, last_night, nightly_cents)
    select id, 'Season', date '2027-01-01' + 90 * n, date '2027-01-01' + 90 * n + 60, 25000
    from properties, generate_series(0, 11) as n where slug like 'many-%'`);
  await app.platform.pool.query(`
    insert into fees (property_id, label, kind, amount_cents)
    select id, 'Cleaning', 'per_stay', 15000 from properties where slug like 'many-%'`);
  const client = await app.platform.pool.connect();
  await client.query('set statement_timeout = 0');
  for (let quarter = 0; quarter < 12; quarter += 1) {
    await client.query(
      `insert into occupied_nights (source_id, property_id, kind, nights)
       select gen_random_uuid(), id, 'booking', daterange(date '2027-01-01' + 91 * $1::int + 7 * n, date '2027-01-01' + 91 * $1::int + 7 * n + 5)
       from properties, generate_series(0, 12) as n where slug like 'many-%'`,
      [quarter],
    );
  }
  client.release(true);
  await app.platform.pool.query('analyze');
});
afterAll(() => app.close());

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Rows that a plan takes from tables and indexes, those it drops again included. */
function rowsRead(plan: Plan): number {
  const dropped = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const isTable = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(plan['Node Type']);
  const own = isTable ? (plan['Actual Rows'] + dropped) * plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), own);
}

/** How many rows the database reads for each statement of a call. */
async function readRows(call: () => Promise<unknown>): Promise<number[]> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const { db, pool } = app.platform;
  const spied = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = db.getExecutor().compileQuery(node, queryId);
      statements.push({ sql, parameters });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  app.ctx.db = spied;
  await call();
  app.ctx.db = db;
  const read: number[] = [];
  for (const { sql, parameters } of statements) {
    const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
    read.push(rowsRead(rows[0]['QUERY PLAN'][0].Plan));
  }
  return read;
}

test('the availability of 500 homes with three years of stays reads the nights it needs, not all', async () => {
  const checkin = '2028-06-10';
  const nights = { from: addDays(checkin, -60), until: addDays(checkin, 65) };
  const statements = await readRows(() => loadAllRules(app.ctx, nights));
  expect(statements).toHaveLength(6);
  // Each home is read with its row, its fees, 12 seasons and the stays of 18 weeks instead of three years.
  const read = statements.reduce((sum, rows) => sum + rows, 0);
  expect(read).toBeLessThanOrEqual(40 * 503);

  const query = 'checkin=2028-06-10&checkout=2028-06-15&guests=2';
  const homes = (await (await app.request('GET', `/api/availability?${query}`)).json()) as unknown[];
  expect(homes).toHaveLength(503);
});
