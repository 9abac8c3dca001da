import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { inDays } from '../../../test/paid-stays.ts';
import { runs } from '../../../test/runs.ts';
import { newId } from '../../shared/uuid.server.ts';

const app = await testAppForFile();
const { db } = app.platform;

type Step =
  | { kind: 'book' | 'sell'; stay: number; from: number; nights: number; guests: number }
  | { kind: 'end'; stay: number }
  | { kind: 'echo'; stay: number }
  | { kind: 'shift'; days: number }
  | { kind: 'report'; turnover: number; status: 'done' | 'problem' };

const stay = fc.nat(3);
const nights = {
  // Some have begun, so that what ends them ends them early.
  from: fc.integer({ min: -3, max: 9 }),
  nights: fc.integer({ min: 1, max: 6 }),
  guests: fc.integer({ min: 1, max: 6 }),
};
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('book', 'sell'), stay, ...nights }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('end', 'echo'), stay }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('shift' as const), days: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      turnover: fc.nat(5),
      status: fc.constantFrom('done', 'problem'),
    }),
  },
);

async function openHome() {
  const { id: property_id } = await addProperty(db);
  const feed_id = newId();
  await db
    .insertInto('calendar_feeds')
    .values({ id: feed_id, property_id, channel: 'airbnb', url: 'https://a.example/1.ics' })
    .execute();
  return { property_id, feed_id, booked: new Map<number, string>(), sold: new Map<number, string>() };
}
type Home = Awaited<ReturnType<typeof openHome>>;

const turnoversOf = ({ property_id }: Home) =>
  db
    .selectFrom('turnovers')
    .select(['id', 'departs_on', 'arrives_on', 'is_same_day', 'guests', 'status'])
    .where('property_id', '=', property_id)
    .orderBy('departs_on')
    .execute();

/** Makes a stay of ours, or moves it; nights that another one of ours has stay with that one. */
async function book(
  home: Home,
  number: number,
  values: { checkin: string; checkout: string; guests: number },
) {
  const id = home.booked.get(number);
  try {
    if (id) await db.updateTable('bookings').set(values).where('id', '=', id).execute();
    else home.booked.set(number, (await addBooking(db, { property_id: home.property_id, ...values })).id);
  } catch (error) {
    if ((error as { code?: string }).code !== '23P01') throw error;
  }
}

async function sell(home: Home, number: number, values: { checkin: string; checkout: string }) {
  const id = home.sold.get(number);
  if (id) return db.updateTable('feed_events').set(values).where('id', '=', id).execute();
  const { property_id, feed_id } = home;
  const event = { id: newId(), uid: newId(), kind: 'reservation' as const, is_echo: false };
  home.sold.set(number, event.id);
  return db
    .insertInto('feed_events')
    .values({ ...event, ...values, property_id, feed_id })
    .execute();
}

/** @returns the day of the turnover that was reported */
async function run(home: Home, step: Step): Promise<string | undefined> {
  if (step.kind === 'report') {
    const rows = await turnoversOf(home);
    const row = rows[step.turnover % Math.max(1, rows.length)];
    await db
      .updateTable('turnovers')
      .set({ status: step.status })
      .where('id', '=', row?.id ?? newId())
      .execute();
    return row?.departs_on;
  }
  if (step.kind === 'shift')
    // All in one statement, as a calendar is read.
    await sql`update feed_events set checkin = checkin + ${step.days}::int, checkout = checkout + ${step.days}::int
      where feed_id = ${home.feed_id}`.execute(db);
  else if (step.kind === 'echo')
    await db
      .updateTable('feed_events')
      .set({ is_echo: sql<boolean>`not is_echo` })
      .where('id', '=', home.sold.get(step.stay) ?? newId())
      .execute();
  else if (step.kind === 'end') {
    const [booked, sold] = [home.booked.get(step.stay), home.sold.get(step.stay)];
    if (booked)
      await db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', booked).execute();
    if (sold) await db.deleteFrom('feed_events').where('id', '=', sold).execute();
    home.booked.delete(step.stay);
    home.sold.delete(step.stay);
  } else {
    const span = { checkin: inDays(step.from), checkout: inDays(step.from + step.nights) };
    if (step.kind === 'book') await book(home, step.stay, { ...span, guests: step.guests });
    else await sell(home, step.stay, span);
  }
  return undefined;
}

interface Stay {
  checkin: string;
  checkout: string;
  guests: number | null;
}

async function staysOf({ property_id }: Home): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    select checkin, checkout, guests from real_stays where property_id = ${property_id}
    order by checkin, guests nulls last`.execute(db);
  return rows;
}

const today = inDays(0);
/** What days that are over have, stays as it was. */
const isToCome = (day: string) => day >= today;
/** Whether people slept there last night, who leave today or later. */
const isSleptIn = ({ checkin, checkout }: Stay) => checkin < today && checkout >= today;

/** The turnovers that there should be, from the stays, from what was reported and from who left today before their day. */
function expected(stays: Stay[], extra: ReadonlySet<string>) {
  const days = new Set([...stays.map(({ checkout }) => checkout), ...extra]);
  return [...days]
    .filter(isToCome)
    .sort()
    .map((departs_on) => {
      const next = stays.find(({ checkin }) => checkin >= departs_on);
      const arrives_on = next?.checkin ?? null;
      return { departs_on, arrives_on, is_same_day: arrives_on === departs_on, guests: next?.guests ?? null };
    });
}

test('after any changes of stays each departure, also an early one, has one turnover with its report and the next guests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }), async (steps) => {
      const home = await openHome();
      const reported = new Map<string, string>();
      let hasLeft = false;
      for (const one of steps) {
        const wasSleptIn = (await staysOf(home)).some(isSleptIn);
        const day = await run(home, one);
        if (day && one.kind === 'report') reported.set(day, one.status);
        const stays = await staysOf(home);
        const isOccupied = stays.some((stay) => isSleptIn(stay) && stay.checkout > today);
        hasLeft = !isOccupied && (hasLeft || (wasSleptIn && !stays.some(isSleptIn)));
        const rows = (await turnoversOf(home)).filter((row) => isToCome(row.departs_on));
        expect(rows.map(({ id: _, status: __, ...row }) => row)).toEqual(
          expected(stays, new Set([...reported.keys(), ...(hasLeft ? [today] : [])])),
        );
        for (const { departs_on, status } of rows) expect(status).toBe(reported.get(departs_on) ?? 'todo');
      }
    }),
    { numRuns: runs(40, 15) },
  );
}, 300_000);
