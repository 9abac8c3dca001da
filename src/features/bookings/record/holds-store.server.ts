import { expressionBuilder, type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { BookingsTable, BookingTables } from '../../../db/schema/bookings.ts';

/** Serializes transactions that count the holds of the same clients, networks or e-mail addresses. */
export const lockHolds = (tx: Tx, owners: readonly string[]) =>
  sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended('holds/' || name, 0) as key from unnest(${[...owners]}::text[]) as name order by key
  ) as keys`.execute(tx);

interface LiveBookingsQuery {
  status: BookingsTable['status'];
  clientKey: string;
  /** Returns the prefix of the keys of all clients in a network; `null` for a client in none. */
  networkPrefix: string | null;
  email: string;
  now: Date;
  /** Holds that the new one replaces. */
  exceptIds: readonly string[];
}

const selectLive = (db: Db, isCounted: RawBuilder<boolean>, { now, exceptIds }: LiveBookingsQuery) => {
  const query = db
    .selectFrom('bookings')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min('hold_expires_at').as('first_expires_at'),
      sql<number>`coalesce(sum(checkout - checkin), 0)::int`.as('nights'),
    ])
    .where('hold_expires_at', '>', now)
    .where(isCounted);
  return exceptIds.length > 0 ? query.where('id', 'not in', exceptIds) : query;
};

const ofClient = (clientKey: string) => sql<boolean>`client_key = ${clientKey}`;

const ofNetwork = (prefix: string | null) =>
  prefix === null ? sql<boolean>`false` : sql<boolean>`starts_with(client_key, ${prefix})`;

/**
 * Counts the live holds or requests of a client address, of its network and of an e-mail address, and finds when the first
 * of each ends.
 */
export async function liveBookings(db: Db, of: LiveBookingsQuery) {
  const { status, clientKey, networkPrefix, email } = of;
  const count = (isCounted: RawBuilder<boolean>) =>
    selectLive(db, isCounted, of).where('status', '=', status).executeTakeFirstOrThrow();
  return {
    byClient: await count(ofClient(clientKey)),
    byNetwork: await count(ofNetwork(networkPrefix)),
    byEmail: await count(sql<boolean>`email = ${email}`),
  };
}

/** Counts the nights of live holds and requests, of all homes together: those of a client address, and of its network. */
export async function liveNights(db: Db, of: LiveBookingsQuery) {
  const count = (isCounted: RawBuilder<boolean>) =>
    selectLive(db, isCounted, of).where('status', 'in', ['held', 'requested']).executeTakeFirstOrThrow();
  return {
    byClient: await count(ofClient(of.clientKey)),
    byNetwork: await count(ofNetwork(of.networkPrefix)),
  };
}

/** Releases a browser's holds on a home for which no payment page was opened. */
export async function releaseUnopenedHolds(
  tx: Tx,
  { browser_hash, property_id }: { browser_hash: Buffer; property_id: string },
  now: Date,
): Promise<{ id: string }[]> {
  // Payment pages are opened under this lock; the second statement sees those opened before it was taken.
  const holds = await tx
    .selectFrom('bookings')
    .select('id')
    .where('browser_hash', '=', browser_hash)
    .where('property_id', '=', property_id)
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

type HoldColumns = Pick<
  Insertable<BookingsTable>,
  'property_id' | 'checkin' | 'checkout' | 'turnover_nights' | 'promo_code_id'
>;

/** A browser's holds on a home for which a payment page may be open, those that conflict with a new hold first. */
export const holdsWithPage = (db: Db, browserHash: Buffer, hold: HoldColumns) =>
  db
    .selectFrom('bookings')
    .select('id')
    .select(
      // Two holds with one promotion conflict, too: it may have a single use left.
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
