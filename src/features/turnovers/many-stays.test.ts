import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { inDays } from '../../../test/paid-stays.ts';
import type { Db } from '../../db/client.server.ts';
import { newId } from '../../shared/uuid.server.ts';

const app = await testAppForFile();
const { db, pool } = app.platform;

interface Step {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Step[];
}

/** The rows that the steps of a plan returned or compared. */
function countRows({ Plans = [], ...step }: Step): number {
  const removed = (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0);
  const own = (step['Actual Rows'] + removed) * step['Actual Loops'];
  return Plans.reduce((sum, plan) => sum + countRows(plan), own);
}

test('a second calendar with the same stays is not compared with each turnover, whichever plan is stored', async () => {
  const stays = 300;
  const { id: home } = await addProperty(db);
  const client = await pool.connect();
  const statements: { text: string; rows: number }[] = [];
  client.on('notice', ({ message = '' }) => {
    const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(message.indexOf('{')));
    if (text.includes('turnovers')) statements.push({ text, rows: countRows(plan) });
  });
  try {
    await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
      set auto_explain.log_timing = off; set auto_explain.log_format = json; set auto_explain.log_level = notice;
      set auto_explain.log_nested_statements = on; set plan_cache_mode = force_generic_plan`);
    for (const channel of ['airbnb', 'vrbo']) {
      await client.query(
        `with feed as (
           insert into calendar_feeds (property_id, channel, url) values ($1, $2, 'https://a.example/1.ics') returning id
         ), days as (select generate_series(1, $3::int) as day)
         insert into feed_events (feed_id, property_id, uid, kind, checkin, checkout)
         select feed.id, $1, 'stay ' || day, 'reservation', current_date + day, current_date + day + 1 from feed, days`,
        [home, channel, stays],
      );
    }
  } finally {
    client.release(true);
  }
  expect(statements.some(({ text }) => text.startsWith('insert into turnovers'))).toBe(true);
  expect(statements.filter(({ rows }) => rows > 50 * stays)).toEqual([]);
});

const dayOf = (date: string) => (Date.parse(date) - Date.parse(inDays(0))) / 86_400_000;

/** `home 0: 3 → 5`: each home's departures with their next arrivals, in days from today. */
async function listTurnovers(tx: Db, homes: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('turnovers')
    .select(['property_id', 'departs_on', 'arrives_on'])
    .where('property_id', 'in', homes)
    .orderBy('departs_on')
    .execute();
  return homes.flatMap((home, index) =>
    rows
      .filter(({ property_id }) => property_id === home)
      .map(({ departs_on, arrives_on }) => {
        const next = arrives_on === null ? 'none' : dayOf(arrives_on);
        return `home ${index}: ${dayOf(departs_on)} → ${next}`;
      }),
  );
}

test('one statement for events of several homes updates the turnovers of each, whichever plan is stored', async () => {
  const homes = [(await addProperty(db)).id, (await addProperty(db)).id];
  const [, other = ''] = homes;
  await addBooking(db, { property_id: other, checkin: inDays(20), checkout: inDays(22) });
  await db.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    const feeds = homes.map((property_id) => ({ id: newId(), property_id }));
    await tx
      .insertInto('calendar_feeds')
      .values(feeds.map((feed) => ({ ...feed, channel: 'airbnb', url: 'https://a.example/1.ics' })))
      .execute();
    const addEvents = (days: [from: number, to: number][]) =>
      tx
        .insertInto('feed_events')
        .values(
          feeds.flatMap(({ id, property_id }) =>
            days.map(([from, to]) => ({
              feed_id: id,
              property_id,
              uid: `${from}`,
              kind: 'reservation' as const,
              checkin: inDays(from),
              checkout: inDays(to),
            })),
          ),
        )
        .execute();
    const update = (values: RawBuilder<unknown>, uids: string[]) =>
      sql`update feed_events set ${values} where uid = any(${uids}::text[])`.execute(tx);
    const turnovers = () => listTurnovers(tx, homes);

    await addEvents([
      [2, 4],
      [4, 7],
      [9, 11],
    ]);
    expect(await turnovers()).toEqual([
      'home 0: 4 → 4',
      'home 0: 7 → 9',
      'home 0: 11 → none',
      'home 1: 4 → 4',
      'home 1: 7 → 9',
      'home 1: 11 → 20',
      'home 1: 22 → none',
    ]);
    await addEvents([[12, 14]]);
    await update(sql`checkin = checkin + 1`, ['4']);
    await update(sql`checkout = checkout + 1`, ['4', '9']);
    expect(await turnovers()).toEqual([
      'home 0: 4 → 5',
      'home 0: 8 → 9',
      'home 0: 12 → 12',
      'home 0: 14 → none',
      'home 1: 4 → 5',
      'home 1: 8 → 9',
      'home 1: 12 → 12',
      'home 1: 14 → 20',
      'home 1: 22 → none',
    ]);
    await update(sql`kind = 'block'`, ['4']);
    await update(sql`is_echo = true`, ['9']);
    expect(await turnovers()).toEqual([
      'home 0: 4 → 12',
      'home 0: 14 → none',
      'home 1: 4 → 12',
      'home 1: 14 → 20',
      'home 1: 22 → none',
    ]);
    await update(sql`kind = 'reservation', is_echo = false`, ['4', '9']);
    await tx.deleteFrom('feed_events').where('uid', 'in', ['2', '12']).execute();
    expect(await turnovers()).toEqual([
      'home 0: 8 → 9',
      'home 0: 12 → none',
      'home 1: 8 → 9',
      'home 1: 12 → 20',
      'home 1: 22 → none',
    ]);
    await update(sql`property_id = ${other}::uuid`, ['4', '9']);
    expect(await turnovers()).toEqual(['home 1: 8 → 9', 'home 1: 12 → 20', 'home 1: 22 → none']);
    await tx.deleteFrom('feed_events').where('property_id', 'in', homes).execute();
    expect(await turnovers()).toEqual(['home 1: 22 → none']);
  });
});
