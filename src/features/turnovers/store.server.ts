import { sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../db/client.server.ts';
import type { TurnoverStatus, TurnoversTable } from '../../db/schema/turnovers.ts';
import { addDays } from '../../shared/nights.ts';
import { cleaningDays, overdueDays } from './turnover.ts';

/** The cleaner of a link, unless switched off. */
export const cleanerByHash = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('cleaners')
    .select(['id', 'name', 'email', 'link_version', 'language'])
    .where('token_hash', '=', tokenHash)
    .where('is_active', '=', true)
    .executeTakeFirst();

export type LinkedCleaner = NonNullable<Awaited<ReturnType<typeof cleanerByHash>>>;

/** Whether a link still belongs to its cleaner, who is active; both stay so until the transaction ends. */
export const isLinkCurrent = async (
  tx: Tx,
  { id, link_version }: Pick<LinkedCleaner, 'id' | 'link_version'>,
): Promise<boolean> =>
  (await tx
    .selectFrom('cleaners')
    .select('id')
    .where('id', '=', id)
    .where('link_version', '=', link_version)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()) !== undefined;

export const listCleaners = (db: Db) =>
  db
    .selectFrom('cleaners')
    .select(['id', 'name', 'email', 'phone', 'language', 'is_active as isActive'])
    .orderBy('name')
    .orderBy('id')
    .execute();

export const lockCleaner = (tx: Tx, id: string) =>
  tx
    .selectFrom('cleaners')
    .select(['id', 'token_hash', 'link_version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const storeLink = (db: Db, id: string, link: { token_hash: Buffer; link_version: number }) =>
  db.updateTable('cleaners').set(link).where('id', '=', id).execute();

/** Turnovers with what everybody may know of their home, in the order of the work. */
export const plannedTurnovers = (db: Db) =>
  db
    .selectFrom('turnovers')
    .innerJoin('properties', 'properties.id', 'turnovers.property_id')
    .select([
      'turnovers.id',
      'turnovers.status',
      'turnovers.report',
      'turnovers.photos',
      'turnovers.done_at as doneAt',
      'properties.title as propertyTitle',
      'turnovers.departs_on as departsOn',
      'turnovers.arrives_on as arrivesOn',
      'turnovers.is_same_day as isSameDay',
    ])
    .select(({ fn }) => [
      fn.coalesce('turnovers.late_check_out', 'properties.check_out_until').as('outBy'),
      fn.coalesce('turnovers.early_check_in', 'properties.check_in_from').as('nextGuestsFrom'),
    ])
    .select(['turnovers.guests', 'turnovers.pets', 'turnovers.note'])
    .orderBy('turnovers.departs_on')
    .orderBy('turnovers.is_same_day', 'desc')
    .orderBy('properties.title')
    .orderBy('turnovers.id');

export type PlannedTurnover = Awaited<ReturnType<ReturnType<typeof plannedTurnovers>['execute']>>[number];

/**
 * Selects a cleaner's turnovers of today and the next 30 days, with address and access. Earlier ones are included if
 * guests arrive today, or if they are not done and are at most a week old or before the next arrival.
 */
export const turnoversOfCleaner = (db: Db, cleanerId: string, today: string) =>
  plannedTurnovers(db)
    .select([
      'properties.street_address as address',
      'properties.check_list as checkList',
      'properties.access_notes as access',
      'turnovers.updated_at as updatedAt',
    ])
    .where('turnovers.cleaner_id', '=', cleanerId)
    .where('turnovers.departs_on', '<=', addDays(today, cleaningDays))
    .where((row) =>
      row.or([
        row('turnovers.departs_on', '>=', addDays(today, -overdueDays)),
        row('turnovers.arrives_on', '>=', today),
      ]),
    )
    .where((row) =>
      row.or([
        row('turnovers.departs_on', '>=', today),
        row('turnovers.arrives_on', '=', today),
        row('turnovers.status', '<>', 'done'),
      ]),
    )
    .execute();

/** Turnovers that a cleaner reported as done since a moment and may undo, newest first. */
export const justDone = (db: Db, cleanerId: string, since: Date) =>
  db
    .selectFrom('turnovers')
    .innerJoin('properties', 'properties.id', 'turnovers.property_id')
    .select(['turnovers.id', 'properties.title as propertyTitle'])
    .where('turnovers.cleaner_id', '=', cleanerId)
    .where('turnovers.status', '=', 'done')
    .where('turnovers.before_done', 'is not', null)
    .where('turnovers.done_at', '>=', since)
    .orderBy('turnovers.done_at', 'desc')
    .orderBy('turnovers.id')
    .execute();

/** Turnovers as hosts see them, with their cleaners. */
const hostTurnovers = (db: Db) =>
  plannedTurnovers(db)
    .leftJoin('cleaners', 'cleaners.id', 'turnovers.cleaner_id')
    .select([
      'properties.slug as property',
      'turnovers.cleaner_id as cleanerId',
      'cleaners.name as cleaner',
      'turnovers.undone_at as undoneAt',
    ]);

/** Turnovers whose departure is in these days, both inclusive. */
export const turnoversBetween = (db: Db, from: string, until: string) =>
  hostTurnovers(db)
    .where('turnovers.departs_on', '>=', from)
    .where('turnovers.departs_on', '<=', until)
    .execute();

export const turnoverForHosts = (db: Db, id: string) =>
  hostTurnovers(db).where('turnovers.id', '=', id).executeTakeFirst();

const reported = ['id', 'status', 'report', 'photos', 'done_at as doneAt'] as const;

export const lockTurnover = (tx: Tx, id: string) =>
  tx
    .selectFrom('turnovers')
    .select(reported)
    .select(['cleaner_id as cleanerId', 'departs_on as departsOn'])
    .select(['before_done as before', 'undone_at as undoneAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** @returns whether the turnover is the cleaner's */
export const hasTurnover = async (db: Db, id: string, cleanerId: string): Promise<boolean> =>
  (await db
    .selectFrom('turnovers')
    .select('id')
    .where('id', '=', id)
    .where('cleaner_id', '=', cleanerId)
    .executeTakeFirst()) !== undefined;

export const updateTurnover = (db: Db, id: string, set: Updateable<TurnoversTable>) =>
  db.updateTable('turnovers').set(set).where('id', '=', id).returning(reported).executeTakeFirstOrThrow();

export const cleanerExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('cleaners').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** @returns how many of these images the cleaner sent */
export async function countCleaningImages(
  db: Db,
  cleanerId: string,
  urls: readonly string[],
): Promise<number> {
  const { number } = await db
    .selectFrom('cleaning_photos')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('cleaner_id', '=', cleanerId)
    .where('media_url', '=', sql<string>`any(${urls}::text[])`)
    .executeTakeFirstOrThrow();
  return number;
}

export const insertCleaningImage = (
  tx: Tx,
  image: { media_url: string; cleaner_id: string; created_at: Date },
) => tx.insertInto('cleaning_photos').values(image).execute();

export const findReport = async (db: Db, turnoverId: string, key: string): Promise<unknown> =>
  (
    await db
      .selectFrom('turnover_reports')
      .select('answer')
      .where('turnover_id', '=', turnoverId)
      .where('idempotency_key', '=', key)
      .executeTakeFirst()
  )?.answer;

/** Deletes the stored responses to reports, so that the same form may be sent again. */
export const deleteReports = (tx: Tx, turnoverId: string) =>
  tx.deleteFrom('turnover_reports').where('turnover_id', '=', turnoverId).execute();

export const insertReport = (
  tx: Tx,
  report: { turnover_id: string; idempotency_key: string; answer: string; created_at: Date },
) => tx.insertInto('turnover_reports').values(report).execute();

export interface Arrival {
  /** The home's slug. */
  slug: string;
  checkin: string;
}

/** Filters arrivals whose preceding turnover is not done. */
export async function arrivalsNotReady(
  db: Db,
  arrivals: readonly Arrival[],
): Promise<(Arrival & { status: TurnoverStatus; cleaner: string | null })[]> {
  const { rows } = await sql<Arrival & { status: TurnoverStatus; cleaner: string | null }>`
    select distinct arrival.slug, arrival.checkin, turnover.status, cleaners.name as cleaner
    from unnest(${arrivals.map(({ slug }) => slug)}::text[], ${arrivals.map(({ checkin }) => checkin)}::date[])
      as arrival (slug, checkin)
    join properties on properties.slug = arrival.slug
    cross join lateral (
      select status, cleaner_id from turnovers
      where property_id = properties.id and departs_on <= arrival.checkin
      order by departs_on desc limit 1
    ) as turnover
    left join cleaners on cleaners.id = turnover.cleaner_id
    where turnover.status <> 'done'`.execute(db);
  return rows;
}
