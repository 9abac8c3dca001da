import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.server.ts';
import type { TurnoverFacts, TurnoverStatus } from '../../db/schema/turnovers.ts';
import type { TurnoverPlan } from './contract.server.ts';
import { type PlannedTurnover, plannedTurnovers } from './store.server.ts';

const mailedCleaner = ['id', 'name', 'email', 'token_hash', 'link_version'] as const;

/** Marks and locks active cleaners who have not got the week of a Sunday yet, and were there at its moment. */
export const takeWeekMails = (tx: Tx, { sunday, dueAt }: { sunday: string; dueAt: Date }) =>
  tx
    .updateTable('cleaners')
    .set({ week_mailed_on: sunday })
    .where('is_active', '=', true)
    .where('created_at', '<=', dueAt)
    .where(sql<boolean>`week_mailed_on is distinct from ${sunday}::date`)
    .returning(mailedCleaner)
    .execute();

export type MailedCleaner = Awaited<ReturnType<typeof takeWeekMails>>[number];

interface CleanerDays {
  cleanerId: string;
  from: string;
  until: string;
}

/** Unfinished turnovers of a cleaner on these days (inclusive). */
const openTurnovers = (db: Db, { cleanerId, from, until }: CleanerDays) =>
  plannedTurnovers(db)
    .where('turnovers.cleaner_id', '=', cleanerId)
    .where('turnovers.departs_on', '>=', from)
    .where('turnovers.departs_on', '<=', until)
    .where('turnovers.status', '<>', 'done');

/**
 * Lists a cleaner's open turnovers of these days, both inclusive, and deletes the pending changes that the weekly mail
 * covers; without turnovers there is no mail. It is one statement, so that no change is deleted that is not in the
 * list.
 */
export async function takeWeek(tx: Tx, days: CleanerDays): Promise<PlannedTurnover[]> {
  const { cleanerId, from, until } = days;
  const { rows } = await sql<PlannedTurnover>`
    with week as materialized ${openTurnovers(tx, days)}, covered as (
      delete from turnover_changes
      where cleaner_id = ${cleanerId} and departs_on between ${from}::date and ${until}::date and exists (select from week)
    )
    select * from week`.execute(tx);
  return rows;
}

/** Cleaners, deleted and switched-off ones included, of whom something changed before a moment. */
export async function cleanersWithChanges(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('turnover_changes')
    .select('cleaner_id')
    .where('created_at', '<=', before)
    .groupBy('cleaner_id')
    .execute();
  return rows.map(({ cleaner_id }) => cleaner_id);
}

/** A home and day as it was for a cleaner, and as it is now. */
export interface TakenChange extends TurnoverPlan {
  before: TurnoverFacts | null;
  /** `null`: there is none any more. */
  status: TurnoverStatus | null;
  lateCheckOut: string | null;
  earlyCheckIn: string | null;
}

/**
 * Deletes what changed for a cleaner; a concurrent call gets nothing. One statement, so that what is read is what the changes
 * led to, and no later one.
 * @returns the homes and days of those within these days, both inclusive
 */
export async function takeChanges(tx: Tx, { cleanerId, from, until }: CleanerDays): Promise<TakenChange[]> {
  const { rows } = await sql<TakenChange>`
    with taken as (
      delete from turnover_changes where cleaner_id = ${cleanerId} returning property_id, departs_on, before, created_at
    ), first as (
      select distinct on (property_id, departs_on) property_id, departs_on, before from taken
      where departs_on between ${from}::date and ${until}::date
      order by property_id, departs_on, created_at
    )
    select home.title as "propertyTitle", first.departs_on as "departsOn", first.before,
      coalesce(turnover.late_check_out, home.check_out_until) as "outBy",
      coalesce(turnover.early_check_in, home.check_in_from) as "nextGuestsFrom",
      turnover.late_check_out as "lateCheckOut", turnover.early_check_in as "earlyCheckIn",
      turnover.status, turnover.arrives_on as "arrivesOn", coalesce(turnover.is_same_day, false) as "isSameDay",
      turnover.guests, turnover.pets, coalesce(turnover.note, '') as note
    from first join properties as home on home.id = first.property_id
    left join turnovers as turnover on turnover.property_id = first.property_id
      and turnover.departs_on = first.departs_on and turnover.cleaner_id = ${cleanerId}
    order by first.departs_on, home.title`.execute(tx);
  return rows;
}

/** Locks an active cleaner, so that the link is not renewed before the transaction ends. */
export const lockActiveCleaner = (tx: Tx, id: string) =>
  tx
    .selectFrom('cleaners')
    .select(mailedCleaner)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forUpdate()
    .executeTakeFirst();

/** Homes into which guests move today, whose last turnover before that is open and was not reported to the hosts. */
export const unreadyArrivals = (db: Db, today: string) =>
  db
    .selectFrom('turnovers')
    .innerJoin('properties', 'properties.id', 'turnovers.property_id')
    .select(({ fn }) => [
      'turnovers.id',
      fn.coalesce('turnovers.early_check_in', 'properties.check_in_from').as('check_in_from'),
    ])
    .where('turnovers.arrives_on', '=', today)
    .where('turnovers.status', '<>', 'done')
    .where(sql<boolean>`turnovers.alarmed_for is distinct from turnovers.arrives_on`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('turnovers as later')
            .select('later.id')
            .whereRef('later.property_id', '=', 'turnovers.property_id')
            .whereRef('later.departs_on', '>', 'turnovers.departs_on')
            .whereRef('later.departs_on', '<=', 'turnovers.arrives_on'),
        ),
      ),
    )
    .execute();

/** Marks an arrival as mailed to the hosts. @returns the data of the mail; undefined if another process was first */
export async function takeAlarm(tx: Tx, id: string, today: string) {
  const marked = await tx
    .updateTable('turnovers')
    .set({ alarmed_for: today })
    .where('id', '=', id)
    .where('arrives_on', '=', today)
    .where('status', '<>', 'done')
    .where(sql<boolean>`alarmed_for is distinct from ${today}::date`)
    .returning('id')
    .executeTakeFirst();
  if (!marked) return undefined;
  return tx
    .selectFrom('turnovers')
    .innerJoin('properties', 'properties.id', 'turnovers.property_id')
    .leftJoin('cleaners', 'cleaners.id', 'turnovers.cleaner_id')
    .select(['properties.title', 'turnovers.status', 'turnovers.report'])
    .select(({ fn }) =>
      fn.coalesce('turnovers.early_check_in', 'properties.check_in_from').as('check_in_from'),
    )
    .select(['cleaners.name as cleaner_name', 'cleaners.phone as cleaner_phone'])
    .where('turnovers.id', '=', id)
    .executeTakeFirst();
}
