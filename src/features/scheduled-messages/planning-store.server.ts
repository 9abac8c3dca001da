import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.server.ts';
import type { PlannedMessage, Rule, StayToPlan } from './plan-stay.server.ts';

/** Rules that changed and whose messages must be planned again. */
export const changedRules = async (tx: Tx) =>
  tx
    .deleteFrom('message_planning')
    .where('rule_id', 'is not', null)
    .returning('rule_id')
    .execute()
    .then((rows) => [...new Set(rows.flatMap(({ rule_id }) => rule_id ?? []))]);

export const rulesById = (db: Db, ids: readonly string[]): Promise<Rule[]> =>
  db.selectFrom('message_rules').selectAll().where('id', 'in', ids).execute();

export const allRules = (db: Db): Promise<Rule[]> => db.selectFrom('message_rules').selectAll().execute();

/** Marks the stays for which a rule has planned something. */
export const markPlannedStays = (tx: Tx, ruleId: string) =>
  sql`insert into message_planning (booking_id)
    select booking_id from scheduled_messages where rule_id = ${ruleId} and status = 'planned'`.execute(tx);

const countedFrom = {
  booked: sql`confirmed_at >= (select effective_at - make_interval(days => offset_days + 1) from rule)`,
  arrival: sql`checkin >= (select effective_at::date - offset_days - 1 from rule)`,
  departure: sql`checkout >= (select effective_at::date - offset_days - 1 from rule)`,
};

/** Marks the confirmed stays for which the moment of a rule may still come. */
export const markComingStays = (tx: Tx, { id, event, property_id }: Rule) =>
  sql`with rule as (select * from message_rules where id = ${id})
    insert into message_planning (booking_id)
    select bookings.id from bookings where status = 'confirmed' and ${countedFrom[event]}
      and ${property_id === null ? sql`true` : sql`property_id = ${property_id}`}`.execute(tx);

export interface QueuedStay {
  /** The ids of the stay's rows in the planning queue. */
  ids: number[];
  booking_id: string;
  moved_at: Date | null;
}

/** The stays that were marked first, each with all its marks. */
export async function staysToPlan(tx: Tx, limit: number): Promise<QueuedStay[]> {
  const { rows } = await sql<QueuedStay>`
    select array_agg(id) as ids, booking_id, max(moved_at) as moved_at
    from (select * from message_planning where booking_id is not null order by id limit ${limit}) as marks
    group by booking_id`.execute(tx);
  return rows;
}

/** Locks the stays that no other transaction has locked; also returns those that no longer exist. */
export async function lockStays(tx: Tx, ids: readonly string[]) {
  const { rows: stays } = await sql<StayToPlan>`
    select id, status, property_id, checkin, checkout, confirmed_at, created_at, open_cents from bookings
    where id = any(${ids}::uuid[]) order by id for no key update skip locked`.execute(tx);
  const { rows: gone } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as id where not exists (select from bookings where bookings.id = id.id)`.execute(
    tx,
  );
  return { stays, gone: gone.map(({ id }) => id) };
}

export const messagesOfStays = (tx: Tx, bookingIds: readonly string[]): Promise<PlannedMessage[]> =>
  tx
    .selectFrom('scheduled_messages')
    .select(['rule_id', 'booking_id', 'due_at', 'planned_for', 'status', 'reason'])
    .where('booking_id', 'in', bookingIds)
    .forUpdate()
    .execute();

/** Each row has six values, and a statement takes at most 65,535. */
const maxRowsWritten = 10_000;

export async function writePlans(tx: Tx, plans: readonly PlannedMessage[]): Promise<void> {
  for (let start = 0; start < plans.length; start += maxRowsWritten)
    await writeRows(tx, plans.slice(start, start + maxRowsWritten));
}

const writeRows = (tx: Tx, plans: PlannedMessage[]) =>
  tx
    .insertInto('scheduled_messages')
    .values(plans)
    .onConflict((conflict) =>
      conflict.columns(['booking_id', 'rule_id']).doUpdateSet({
        due_at: sql`excluded.due_at`,
        planned_for: sql`excluded.planned_for`,
        status: sql`excluded.status`,
        reason: sql`excluded.reason`,
      }),
    )
    .execute();

export const clearPlanningQueue = (tx: Tx, ids: readonly number[]) =>
  sql`delete from message_planning where id = any(${ids}::bigint[])`.execute(tx);
