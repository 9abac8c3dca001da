import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../test/app.ts';
import { addProperty } from '../../test/bookings.ts';
import { addDays, daysBetween } from '../shared/nights.ts';
import { taxes } from './prices.ts';

const { db, pool } = (await testAppForFile()).platform;
const migration = await readFile(
  new URL('../db/migrations/085_six_months_of_nights.sql', import.meta.url),
  'utf8',
);

test('a stay of six months is exempt from no tax, on whichever day of a common or a leap year it begins', () => {
  const limits = taxes.map(({ max_nights }) => max_nights ?? Number.POSITIVE_INFINITY);
  const least = Math.min(...limits);
  for (let day = 0; day < 2 * 366; day += 1) {
    const checkin = addDays('2027-01-01', day);
    const checkout = Temporal.PlainDate.from(checkin).add({ months: 6 }).toString();
    expect(daysBetween(checkin, checkout), checkin).toBeLessThanOrEqual(least);
  }
});

test('the limit of 182 nights that was seeded becomes 184, and what hosts have written stays', async () => {
  const { id } = await addProperty(db);
  const state = { label: 'Florida transient rental sales tax', jurisdiction: 'State of Florida' };
  const rows = [
    { ...state, max_nights: 182 },
    { ...state, max_nights: 90 },
    { label: 'Our own', jurisdiction: 'State of Florida', max_nights: 182 },
  ];
  await db.deleteFrom('taxes').execute();
  for (const row of rows)
    await db
      .insertInto('taxes')
      .values({ ...row, property_id: id, percent: 6 })
      .execute();
  await pool.query(migration);
  const after = await db.selectFrom('taxes').select('max_nights').execute();
  expect(after.map(({ max_nights }) => max_nights).toSorted()).toEqual([182, 184, 90]);
});
