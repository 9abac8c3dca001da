import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { testAppForFile } from '../../test/app.ts';
import { addBooking, addProperty } from '../../test/bookings.ts';
import { inDays } from '../../test/paid-stays.ts';

/* What migration 074 makes of the rows that are there. */

const { platform } = await testAppForFile();
const { db, pool } = platform;
const migration = await readFile(new URL('./migrations/074_reviews_from_stays.sql', import.meta.url), 'utf8');
const ofRows = migration.slice(migration.indexOf('-- Stays that ended before this release'));

beforeEach(() => pool.query(`delete from review_requests; delete from reviews where subject = 'hosts'`));

const aboutHosts = () =>
  db
    .selectFrom('reviews')
    .select(['id', 'guest_name', 'kind'])
    .where('subject', '=', 'hosts')
    .orderBy('position')
    .execute();

test('stays that are not over are to be asked about, and none that has ended, is unpaid or has no guest', async () => {
  const { id: property_id } = await addProperty(db);
  const add = (from: number, more: object = {}) =>
    addBooking(db, { property_id, checkin: inDays(from), checkout: inDays(from + 2), ...more });
  const staying = await add(-1);
  const coming = await add(30);
  await add(-4);
  await add(40, { status: 'cancelled' });
  await add(50, { email: 'deleted@account.invalid' });
  await pool.query('delete from review_requests');
  await pool.query(ofRows);
  const requests = await db.selectFrom('review_requests').select('booking_id').orderBy('due_at').execute();
  const known = requests.map(({ booking_id }) => booking_id);
  expect(known.filter((id) => [staying.id, coming.id].includes(id))).toEqual([staying.id, coming.id]);
  const { rows } = await pool.query(
    `select 1 from review_requests join bookings on bookings.id = booking_id
     where property_id = $1 and bookings.id <> all($2)`,
    [property_id, [staying.id, coming.id]],
  );
  expect(rows).toEqual([]);
});

test('the reviews of the hosts are stored beside the example reviews, as examples with their own ids', async () => {
  await pool.query(ofRows);
  expect(await aboutHosts()).toEqual([
    { id: 13, guest_name: 'Rachel T.', kind: 'example' },
    { id: 14, guest_name: 'Anthony B.', kind: 'example' },
    { id: 15, guest_name: 'Josephine K.', kind: 'example' },
  ]);
});

test('a site without invented reviews gets no words about its hosts', async () => {
  await pool.query('delete from reviews');
  await pool.query(ofRows);
  expect(await aboutHosts()).toEqual([]);
});
