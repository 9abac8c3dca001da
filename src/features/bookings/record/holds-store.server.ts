import { expressionBuilder, type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { BookingsTable, BookingTables } from '../../../db/schema/bookings.ts';

/** Lets the holds of one client address, and of one e-mail address, be counted by one transaction at a time. */
export const lockHolds = (tx: Tx, clientKey: string, email: string) =>
  sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(name, 0) as key
    from unnest(array[${`holds/${clientKey}`}, ${`holds/${email}`}]) as name order by key) as keys`.execute(
    tx,
  );

interface LiveBookingsQuery {
  status: BookingsTable['status'];
  clientKey: string;
  email: string;
  now: Date;
  /** Those that are let go of. */
  exceptIds: readonly string[];
}

const selectLive = (
  db: Db,
  column: 'client_key' | 'email',
  value: string,
  { now, exceptIds }: LiveBookingsQuery,
) => {
  const query = db
    .selectFrom('bookings')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min('hold_expires_at').as('first_expires_at'),
      sql<number>`coalesce(sum(checkout - checkin), 0)::int`.as('nights'),
    ])
    .where('hold_expires_at', '>', now)
    .where(column, '=', value);
  return exceptIds.length > 0 ? query.where('id', 'not in', exceptIds) : query;
};

/** Live holds or requests of a client address and of an e-mail address, and when the first of each ends. */
export async function liveBookings(db: Db, of: LiveBookingsQuery) {
  const { status, clientKey, email } = of;
  const byClient = selectLive(db, 'client_key', clientKey, of).where('status', '=', status);
  const byEmail = selectLive(db, 'email', email, of).where('status', '=', status);
  return {
    byClient: await byClient.executeTakeFirstOrThrow(),
    byEmail: await byEmail.executeTakeFirstOrThrow(),
  };
}

/** Nights that the live holds and requests of a client address keep, of all homes together. */
export const liveNights = (db: Db, of: LiveBookingsQuery) =>
  selectLive(db, 'client_key', of.clientKey, of)
    .where('status', 'in', ['held', 'requested'])
    .executeTakeFirstOrThrow();

/** Lets go of a browser's holds on a home that no payment page was opened for. */
export async function releaseUnopenedHolds(
  tx: Tx,
  { browserHash, propertyId, now }: { browserHash: Buffer; propertyId: string; now: Date },
): Promise<{ id: string }[]> {
  // Pages open under this lock, and only a statement that begins after it sees those opened until then.
  const holds = await tx
    .selectFrom('bookings')
    .select('id')
    .where('browser_hash', '=', browserHash)
    .where('property_id', '=', propertyId)
    .where('status', '=', 'held')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (holds.length === 0) return [];
  const ids = holds.map(({ id }) => id);
  return tx
    .updateTable('bookings')
    .set({ status: 'released', updated_at: now })
    .where('id', 'in', ids)
    .where(({ not, exists }) => not(exists(activePages())))
    .returning('id')
    .execute();
}

type OwnHold = Pick<
  Insertable<BookingsTable>,
  'property_id' | 'checkin' | 'checkout' | 'turnover_nights' | 'promo_code_id'
>;

/** A browser's holds on a home for which a payment page may be open, those in the way of a new one first. */
export const holdsWithPage = (db: Db, browserHash: Buffer, hold: OwnHold) =>
  db
    .selectFrom('bookings')
    .select('id')
    .select(
      // The last use of a promotion is given to one of them.
      sql<boolean>`(daterange(checkin, checkout + turnover_nights)
        && daterange(${hold.checkin}::date, ${hold.checkout}::date + ${hold.turnover_nights ?? 0}::int)
        or promo_code_id is not distinct from ${hold.promo_code_id ?? null} and promo_code_id is not null)`.as(
        'is_conflicting',
      ),
    )
    .where('browser_hash', '=', browserHash)
    .where('property_id', '=', hold.property_id)
    .where('status', '=', 'held')
    .where(({ exists }) => exists(activePages()))
    .orderBy('is_conflicting', 'desc')
    .execute();

const activePages = () =>
  expressionBuilder<BookingTables, 'bookings'>()
    .selectFrom('payment_attempts')
    .select('payment_attempts.id')
    .whereRef('payment_attempts.booking_id', '=', 'bookings.id')
    .where('payment_attempts.status', 'in', ['pending', 'open', 'processing']);
