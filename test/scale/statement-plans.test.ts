import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeExpiredTrash } from '../../src/features/admin/trash/actions.server.ts';
import { purgeQuotes } from '../../src/features/bookings/quotes/actions.server.ts';
import { runBookings } from '../../src/features/bookings/run-bookings.server.ts';
import { findConflicts } from '../../src/features/hosting/conflicts/find-conflicts.server.ts';
import { notifyFeedTrouble } from '../../src/features/hosting/feeds/notify-trouble.server.ts';
import { alarmHosts } from '../../src/features/inbox/threads/alarm.server.ts';
import { notifyOpenedProperties } from '../../src/features/inquiries/waitlist/actions.server.ts';
import { notifyOpenedNights } from '../../src/features/inquiries/waitlist/nights.server.ts';
import { deleteOldEvents } from '../../src/features/payments/events-store.server.ts';
import { reconcilePayments } from '../../src/features/payments/reconcile-payments.server.ts';
import { runReviews } from '../../src/features/reviews/send-requests.server.ts';
import { deleteAbandonedCheckouts } from '../../src/features/shop/checkout/store.server.ts';
import { testAppForFile } from '../app.ts';
import { buildScale, hostSession } from './build.ts';
import { dayMs } from './plan.ts';
import { toDate } from './rows.ts';

const hottest = 30;
const maxRatio = 20;
/** Tables of settings, and a page with what belongs to its rows: that is no reading in proportion to anything. */
const floorRows = 200;

/** Statements that may read more, by a part of their text, and up to how many rows of this house. */
const exceptions: { part: RegExp; maxRows: number; reason: string }[] = [
  {
    part: /select count\(\*\) as "count" from \(select "threads"/,
    maxRows: 3_500,
    reason: 'A badge or a number of pages counts up to 1,000 conversations, and looks up what each is about.',
  },
  {
    part: /limit \$1\) as "threads".*search_pattern/s,
    maxRows: 5_000,
    reason: 'A search reads the newest 1,000 conversations before it asks the indexes for all.',
  },
  {
    part: /union select thread_id from messages where \(fold_search/,
    maxRows: 6_000,
    reason: 'Parts of words come from four indexes; what has them is sorted by its last message.',
  },
  {
    part: /from \(select \* from threads\) as ("threads" left join|threads where)/,
    maxRows: 3_500,
    reason: 'A house this small has its few inquiries in one hash table; a larger one looks each up.',
  },
  {
    part: /coalesce\(sum\(bookings.total_cents\), 0\)::bigint as "total"/,
    maxRows: 1_100,
    reason: 'Totals are added up of 1,000 bookings at most; of more on demand.',
  },
  {
    part: /as "bookings" where \(booking_search_text\(/,
    maxRows: 2_200,
    reason: 'Words are looked for among 2,000 bookings first: those that many have fill a page there.',
  },
  {
    part: /feed_events/,
    maxRows: 2_000,
    reason: 'The events of other channels that are to come: as many as their calendars name, gone with them.',
  },
  {
    part: /"calendar_links" as "link"/,
    maxRows: 10_000,
    reason: 'Four links a home: a table so small is scanned for each.',
  },
  {
    part: /generate_series.*daily_visits/s,
    maxRows: 1_500,
    reason: 'The charges of 30 days, each with its booking.',
  },
  {
    part: /from payments\s+where created_at >=/,
    maxRows: 1_000,
    reason: 'The payments of a month, added up.',
  },
  { part: /checkin >= \$\d::date and checkin </, maxRows: 500, reason: 'The stays of a month, added up.' },
];

interface Statement {
  text: string;
  values: unknown[];
}
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

const app = await testAppForFile();
const { pool } = app.platform;
const statements = new Map<string, Statement>();
const today = Math.floor(Date.now() / dayMs);

const query = pg.Client.prototype.query;
let isRecording = false;
/** All statements of the site, of every caller. */
function record(this: pg.Client, ...input: unknown[]): unknown {
  const [config, values] = input as [string | pg.QueryConfig, unknown[] | undefined];
  const text = typeof config === 'string' ? config : config?.text;
  const parameters = typeof config === 'string' ? values : config?.values;
  if (isRecording && typeof text === 'string' && /^\s*(select|with|insert|update|delete)\b/i.test(text))
    if (!statements.has(text)) statements.set(text, { text, values: [...(parameters ?? [])] });
  return (query as (...all: unknown[]) => unknown).apply(this, input);
}

beforeAll(async () => {
  await buildScale(app.platform.settings.databaseUrl, { homes: 30, bookings: 30_000, messages: 18_000 });
  await pool.query('update calendar_feeds set is_active = true');
  pg.Client.prototype.query = record as typeof query;
}, 300_000);
afterAll(() => {
  pg.Client.prototype.query = query;
});

/** What hosts and guests look at. */
async function openScreens(): Promise<void> {
  const { rows } = await pool.query<{ code: string; id: string }>(
    "select code, bookings.id from bookings join threads using (id) where bookings.status = 'confirmed' limit 1",
  );
  const [one] = rows;
  if (!one) throw new Error('No booking has a conversation.');
  const taxMonth = toDate(today - 300).slice(0, 7);
  const paths = [
    '/admin/today',
    '/admin/bookings',
    `/admin/bookings?from=${toDate(today)}`,
    `/admin/bookings?from=${toDate(today)}&sort=arrival`,
    '/admin/bookings?sort=newest',
    '/admin/bookings?status=requested',
    '/admin/bookings?status=confirmed',
    '/admin/bookings?property=scale-3',
    '/admin/bookings?search=quinsal',
    `/admin/bookings/${one.code}`,
    '/admin/inbox',
    '/admin/inbox?status=waiting',
    '/admin/inbox?status=closed&kind=booking',
    '/admin/inbox?unread=true',
    '/admin/inbox?search=wheelchair',
    `/admin/inbox/${one.id}`,
    `/admin/reports/taxes?from=${taxMonth}&to=${taxMonth}`,
    `/admin/reports/payouts?from=${taxMonth}&to=${taxMonth}`,
    '/admin/stats',
    `/admin/figures?from=${taxMonth}&to=${taxMonth}`,
    `/admin/figures?from=${taxMonth}&to=${taxMonth}&property=scale-3`,
    `/admin/calendar?from=${toDate(today)}&to=${toDate(today + 60)}&page=1`,
    '/admin/feeds?page=1',
    '/admin/conflicts',
    '/admin/offers',
    `/availability?checkin=${toDate(today + 40)}&checkout=${toDate(today + 43)}&guests=2`,
    `/properties/scale-3/calendar?from=${toDate(today)}&to=${toDate(today + 90)}`,
    '/response-time',
    '/admin/reviews',
    '/properties/scale-3/reviews',
  ];
  for (const path of paths) {
    const response = await app.request('GET', `/api${path}`, {
      headers: { Cookie: `session=${hostSession}` },
    });
    expect([path, response.status]).toEqual([path, 200]);
  }
}

async function runJobs(): Promise<void> {
  await runBookings(app.ctx);
  await runReviews(app.ctx);
  await alarmHosts(app.ctx);
  await findConflicts(app.ctx);
  await notifyOpenedNights(app.ctx);
  await notifyOpenedProperties(app.ctx);
  await notifyFeedTrouble(app.ctx);
  await reconcilePayments(app.ctx);
  await purgeQuotes(app.ctx);
  await purgeExpiredTrash(app.ctx);
  await deleteOldEvents(app.ctx.db, app.ctx.now());
  await deleteAbandonedCheckouts(app.ctx.db, app.ctx.now());
}

const sum = (plan: Plan, rows: (node: Plan) => number): number =>
  rows(plan) + (plan.Plans ?? []).reduce((total, child) => total + sum(child, rows), 0);

const readBy = (node: Plan): number =>
  node['Relation Name'] === undefined || node['Node Type'] === 'ModifyTable'
    ? 0
    : (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops'];

async function explain({ text, values }: Statement): Promise<{ read: number; returned: number }> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, values);
    const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
    return { read: Math.round(sum(plan, readBy)), returned: plan['Actual Rows'] };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('no statement of a screen or a job reads rows in proportion to all bookings ever made', async () => {
  isRecording = true;
  await openScreens();
  await runJobs();
  isRecording = false;
  expect(statements.size).toBeGreaterThan(hottest);
  const costs: (Statement & { read: number; returned: number })[] = [];
  for (const statement of statements.values()) costs.push({ ...statement, ...(await explain(statement)) });
  costs.sort((a, b) => b.read - a.read);
  const offences = costs
    .slice(0, hottest)
    .filter(({ read, returned }) => read > Math.max(floorRows, maxRatio * returned))
    .filter(({ text, read }) => !exceptions.some(({ part, maxRows }) => part.test(text) && read <= maxRows));
  expect(offences.map(({ text, read, returned }) => `${read} read, ${returned} returned: ${text}`)).toEqual(
    [],
  );
  // An exception that nothing needs any more.
  const unused = exceptions.filter(({ part }) => !costs.some(({ text }) => part.test(text)));
  expect(unused.map(({ reason }) => reason)).toEqual([]);
}, 300_000);
