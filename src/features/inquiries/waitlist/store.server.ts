import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { BusinessContact } from '../../listings/store.server.ts';
import { type ExampleReader, withoutExamples } from '../../opening/examples-store.server.ts';

export const findListedProperty = ({ db, settings }: ExampleReader, id: string) =>
  db
    .selectFrom('properties')
    .select(['id', 'slug', 'title', 'is_coming_soon'])
    .where('id', '=', id)
    .where('is_listed', '=', true)
    .where(withoutExamples({ settings }, 'properties'))
    .executeTakeFirst();

type WaitlistProperty = NonNullable<Awaited<ReturnType<typeof findListedProperty>>>;

export interface WaitlistEmailInput {
  id: string;
  email: string;
  property: Pick<WaitlistProperty, 'slug' | 'title'>;
  contact: BusinessContact;
}

/** Makes room for a new entry of an address that was notified. */
export const deleteNotifiedEntry = (tx: Tx, entry: { property_id: string; email: string }) =>
  tx
    .deleteFrom('waitlist_entries')
    .where('property_id', '=', entry.property_id)
    .where('email', '=', entry.email)
    .where('checkin', 'is', null)
    .where('notified_at', 'is not', null)
    .execute();

/** @returns whether the address was new to the property's waitlist */
export async function insertEntry(
  tx: Tx,
  entry: { id: string; property_id: string; email: string; created_at: Date },
): Promise<boolean> {
  const added = await tx
    .insertInto('waitlist_entries')
    .values(entry)
    .onConflict((conflict) => conflict.constraint('waitlist_entries_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export const deleteEntry = (db: Db, id: string) =>
  db.deleteFrom('waitlist_entries').where('id', '=', id).execute();

/** Waitlist entries of homes that have opened, oldest first. */
export async function openedEntries(
  { db, settings }: ExampleReader,
  { afterId, limit }: { afterId: string | null; limit: number },
) {
  return db
    .selectFrom('waitlist_entries as entry')
    .innerJoin('properties as property', 'property.id', 'entry.property_id')
    .select(['entry.id', 'entry.email', 'property.slug', 'property.title'])
    .where('entry.notified_at', 'is', null)
    .where('entry.checkin', 'is', null)
    .where('property.is_coming_soon', '=', false)
    .where('property.is_listed', '=', true)
    .where(withoutExamples({ settings }, 'property'))
    .$if(afterId !== null, (query) => query.where('entry.id', '>', afterId as string))
    .orderBy('entry.id')
    .limit(limit)
    .execute();
}

export type OpenedEntry = Awaited<ReturnType<typeof openedEntries>>[number];

export const listEntries = (db: Db, email: string) =>
  db
    .selectFrom('waitlist_entries as entry')
    .innerJoin('properties as property', 'property.id', 'entry.property_id')
    .select([
      'property.title as property',
      'entry.checkin',
      'entry.checkout',
      'entry.guests',
      'entry.created_at as joinedAt',
      'entry.notified_at as notifiedAt',
    ])
    .where('entry.email', '=', email)
    .orderBy('entry.created_at')
    .execute();

export const deleteWaitlistEntries = (tx: Tx, email: string) =>
  tx.deleteFrom('waitlist_entries').where('email', '=', email).execute();

/** Whether an entry waits: until its mail, and again if it joined after that mail, which is then a day old. */
export const stillWaits = (table: 'entry' | 'waitlist_entries', now: Date) =>
  sql<boolean>`(${sql.ref(`${table}.notified_at`)} is null
    or (${sql.ref(`${table}.created_at`)} > ${sql.ref(`${table}.notified_at`)}
      and ${sql.ref(`${table}.notified_at`)} < ${new Date(now.getTime() - dayMs)}))`;

/** @returns whether the entry still waited: it is notified once each time it joins */
export const claimEntry = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('waitlist_entries')
    .set({ notified_at: now })
    .where('id', '=', id)
    .where(stillWaits('waitlist_entries', now))
    .returning('id')
    .executeTakeFirst()) !== undefined;
