import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { addQuote } from '../../../test/bookings.ts';
import { inDays } from '../../../test/paid-stays.ts';
import { openMessagesForFile } from '../../../test/scheduled-messages.ts';
import { arrivalsBetween, messagesBetween, nextStays, plannedMessages } from './forecast-store.server.ts';
import { dueMessages, unpaidMessages } from './store.server.ts';

/* The site of these tests is large: 500 homes, stays of past years and of the year to come, and five rules. */

const site = await openMessagesForFile();
const { db } = site;
const homes = 500;
const staysOfHome = 12;
const stays = homes * staysOfHome;

beforeAll(async () => {
  const { property_id, checkin, checkout } = await site.addPaid(30);
  const quote = await addQuote(db, { property_id, checkin, checkout });
  for (const event of ['booked', 'arrival', 'arrival', 'departure', 'departure'] as const)
    await site.addRule({ event, offset_days: 1 });
  // The test has its own connection, because the site's statements end after seconds.
  const client = new pg.Client({ connectionString: site.platform.settings.databaseUrl });
  await client.connect();
  await client.query('truncate bookings cascade');
  // Their cleanings and statistics, which no statement here reads, take ten times as long as the stays.
  await client.query(
    'alter table bookings disable trigger turnovers_inserted, disable trigger stay_months_inserted',
  );
  await client.query(
    `insert into properties (id, slug, title, description, price_preview, guests, beds, baths, access_notes)
     select gen_random_uuid(), 'many-' || n, 'Home', 'By the sea', '$200', 6, 3, 2, 'Door code 4711'
     from generate_series(1, $1::int) as n`,
    [homes],
  );
  // Three of four are over.
  await client.query(
    `insert into bookings (id, code, key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email,
       total_cents, due_now_cents, confirmed_at)
     select gen_random_uuid(), upper(lpad(to_hex(row_number() over ()), 8, '0')), '\\x00', 'confirmed', properties.id, $1,
       $2::date + 8 * (n - $3::int * 3 / 4), $2::date + 5 + 8 * (n - $3::int * 3 / 4), 2, 'Ann Lee',
       'ann@guests.example', 60000, 60000, now() - interval '400 days'
     from properties cross join generate_series(1, $3::int) as n where slug like 'many-%'`,
    [quote, inDays(0), staysOfHome],
  );
  // What was sent of those that are over.
  await client.query(
    `insert into scheduled_messages (rule_id, booking_id, due_at, planned_for, status, sent_at)
     select message_rules.id, bookings.id, checkin, checkin, 'sent', checkin from bookings cross join message_rules
     where checkin < current_date - 20`,
  );
  await site.run();
  await client.query('truncate graphile_worker._private_jobs');
  await client.query('vacuum analyze');
  await client.end();
}, 600_000);

test('everything was planned by the first run', async () => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from scheduled_messages`.execute(db);
  expect(rows[0]?.count).toBeGreaterThan(stays * 3.5);
});

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** The rows that a statement reads, by its plan. */
const rowsRead = ({ Plans = [], ...plan }: Plan): number =>
  (Plans.length > 0
    ? 0
    : (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']) +
  Plans.reduce((sum, inner) => sum + rowsRead(inner), 0);

/** Runs a read while its statements are explained. */
async function explain(read: (on: typeof db) => Promise<unknown>): Promise<number> {
  let rows = 0;
  const explaining = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  });
  const executor = explaining.getExecutor();
  const original = executor.executeQuery.bind(executor);
  executor.executeQuery = async (query) => {
    const explained = { ...query, sql: `explain (analyze, format json) ${query.sql}` };
    const { rows: plans } = await original<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained);
    rows += rowsRead(plans[0]?.['QUERY PLAN'][0].Plan ?? expect.fail('no plan'));
    return original(query);
  };
  await read(explaining);
  return rows;
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000);

test.each<[string, (on: typeof db) => Promise<unknown>]>([
  ['what is due', (on) => dueMessages(on, day(0), undefined, 200)],
  ['what was not paid', (on) => unpaidMessages(on, inDays(0), 200)],
  ['what goes out this week, for Today', (on) => plannedMessages(on, day(7), 31)],
  [
    'the next arrival mails',
    (on) => arrivalsBetween(on, { from: inDays(0), until: inDays(10) }, 31, 'unsent'),
  ],
  [
    'the next stays, for the form of a rule',
    (on) => nextStays(on, { today: inDays(0), propertyId: null, limit: 3 }),
  ],
  ['a page of the forecast', (on) => messagesBetween(on, { from: day(0), until: day(7) }, 31)],
])('%s is read from indexes, and no row in proportion to the stays', async (_, read) => {
  expect(await explain(read)).toBeLessThan(500);
});
