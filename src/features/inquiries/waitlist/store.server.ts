import type { Db, Tx } from '../../../db/client.server.ts';
import type { BusinessContact } from '../../listings/store.server.ts';

/** What the mails of the list need to know of a home and of the business. */
export const listedHome = (db: Db, id: string) =>
  db
    .selectFrom('properties')
    .select(['id', 'slug', 'title', 'is_coming_soon'])
    .where('id', '=', id)
    .where('is_listed', '=', true)
    .executeTakeFirst();

type ListedHome = NonNullable<Awaited<ReturnType<typeof listedHome>>>;

export interface NotifyMailFacts {
  id: string;
  email: string;
  home: Pick<ListedHome, 'slug' | 'title'>;
  contact: BusinessContact;
}

/** A wish that was fulfilled makes room for a new one. */
export const deleteNotifiedEntry = (tx: Tx, wish: { property_id: string; email: string }) =>
  tx
    .deleteFrom('waitlist_entries')
    .where('property_id', '=', wish.property_id)
    .where('email', '=', wish.email)
    .where('notified_at', 'is not', null)
    .execute();

/** @returns whether the address was new to the list of this home */
export async function insertEntry(
  tx: Tx,
  wish: { id: string; property_id: string; email: string; created_at: Date },
): Promise<boolean> {
  const added = await tx
    .insertInto('waitlist_entries')
    .values(wish)
    .onConflict((conflict) => conflict.columns(['property_id', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export const deleteWish = (db: Db, id: string) =>
  db.deleteFrom('waitlist_entries').where('id', '=', id).execute();

/** Those who wait for homes that are open by now, marked as told; other processes leave them alone meanwhile. */
export async function claimOpenedEntries(tx: Tx, now: Date, atMost: number) {
  const wishes = await tx
    .selectFrom('waitlist_entries as wish')
    .innerJoin('properties as home', 'home.id', 'wish.property_id')
    .select(['wish.id', 'wish.email', 'home.slug', 'home.title'])
    .where('wish.notified_at', 'is', null)
    .where('home.is_coming_soon', '=', false)
    .where('home.is_listed', '=', true)
    .orderBy('wish.created_at')
    .limit(atMost)
    .forUpdate('wish')
    .skipLocked()
    .execute();
  if (wishes.length > 0) {
    const ids = wishes.map(({ id }) => id);
    await tx.updateTable('waitlist_entries').set({ notified_at: now }).where('id', 'in', ids).execute();
  }
  return wishes;
}

/** The homes an address waits for. */
export const listEntries = (db: Db, email: string) =>
  db
    .selectFrom('waitlist_entries as wish')
    .innerJoin('properties as home', 'home.id', 'wish.property_id')
    .select(['home.title', 'wish.created_at', 'wish.notified_at'])
    .where('wish.email', '=', email)
    .orderBy('wish.created_at')
    .execute();

export const deleteWaitlistEntries = (tx: Tx, email: string) =>
  tx.deleteFrom('waitlist_entries').where('email', '=', email).execute();
