import { beforeEach, expect, test } from 'vitest';
import { openLaunchForFile } from '../../../test/launch.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { addDays } from '../../shared/nights.ts';
import { evaluateChecks } from './evaluate-checks.server.ts';

const { app, read, reset } = await openLaunchForFile();
const { pool, db } = app.platform;

beforeEach(async () => {
  await reset();
  await pool.query('delete from rates');
  await pool.query('update properties set is_example = true, nightly_cents = 20000, weekend_cents = null');
});

/** Gives the hosts some of the homes that the seed made. */
const own = (count: number) =>
  pool.query('update properties set is_example = false where id in (select id from properties limit $1)', [
    count,
  ]);

/** How many statements it takes to judge what the site's own rows say. */
async function countStatements(): Promise<number> {
  let count = 0;
  const counted = db.withPlugin({
    transformQuery({ node }) {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await evaluateChecks({ ...app.ctx, db: counted }, { isCounted: false, tried: [] });
  return count;
}

test('the list takes as many statements for several homes as for one', async () => {
  await own(1);
  await read();
  const ofOne = await countStatements();
  await own(3);
  const { checks } = await read();
  expect(checks.filter(({ key }) => key.startsWith('home:'))).toHaveLength(3);
  expect(await countStatements()).toBe(ofOne);
});

test('a home whose season has a price only for some nights misses the price of the first night after it', async () => {
  await own(1);
  const today = todayAtProperty(app.ctx.now());
  await pool.query('update properties set nightly_cents = 0, horizon_days = 540');
  await pool.query(
    `insert into rates (property_id, name, first_night, last_night, nightly_cents)
     select id, 'Season', null, $1, 20000 from properties`,
    [addDays(today, 363)],
  );
  const detail = async () => (await read()).checks.find(({ key }) => key.startsWith('home:'))?.detail;
  const missing = `a price for the night of ${addDays(today, 364)}`;
  expect(await detail()).toContain(missing);
  await pool.query('update properties set horizon_days = 364');
  expect(await detail()).not.toContain('a price');
  await pool.query('update properties set horizon_days = 540, nightly_cents = 100');
  expect(await detail()).not.toContain('a price');
});
