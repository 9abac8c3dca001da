import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { Trip } from './trip.schema.server.ts';

type Companion = Trip['companions'][number];

/** Companions with a valid link, oldest first. */
export const liveCompanions = sql<Companion[]>`(select coalesce(json_agg(json_build_object('id', companion.id,
    'name', companion.name, 'createdAt', companion.created_at) order by companion.created_at, companion.id), '[]')
  from booking_companions as companion where companion.booking_id = bookings.id and companion.revoked_at is null)`;

export const listCompanions = (db: Db, bookingId: string) =>
  db
    .selectFrom('booking_companions')
    .select(['id', 'name'])
    .where('booking_id', '=', bookingId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** @returns whether it is new: its id may be that of a link that ended */
export async function insertCompanion(
  tx: Tx,
  companion: { id: string; booking_id: string; name: string; token_hash: Buffer; created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('booking_companions')
    .values(companion)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Gives a companion's link another URL; the one before leads nowhere from then on. */
export const replaceCompanionToken = (tx: Tx, id: string, token_hash: Buffer) =>
  tx.updateTable('booking_companions').set({ token_hash }).where('id', '=', id).execute();

/** Ends a companion's link. @returns their name; `undefined` for an unknown link or one that has ended before */
export const revokeCompanion = (
  tx: Tx,
  { id, bookingId, now }: { id: string; bookingId: string; now: Date },
) =>
  tx
    .updateTable('booking_companions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('booking_id', '=', bookingId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();

/** Ends the links of all companions. @returns whether there was one */
export async function revokeCompanions(tx: Tx, bookingId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('booking_companions')
    .set({ revoked_at: now })
    .where('booking_id', '=', bookingId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Finds the companion whose link has a token; `undefined` for an unknown one and one that ended. */
export const companionByToken = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('booking_companions')
    .select(['id', 'booking_id', 'name'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

/** Everybody whom the guest of this address ever gave a link. */
export const companionsOfEmail = (db: Db, email: string) =>
  db
    .selectFrom('booking_companions')
    .innerJoin('bookings', 'bookings.id', 'booking_id')

    .select([
      'code as booking',
      'booking_companions.name',
      'booking_companions.created_at as sharedAt',
      'revoked_at as endedAt',
    ])
    .where('bookings.email', '=', email)
    .orderBy('booking_companions.created_at')
    .execute();
