import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import { inBatches } from '../../../db/in-batches.server.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { activeStatuses } from './attempts-store.server.ts';
import { occupyingStatuses } from './booking.ts';
import { deleteMessageTexts } from './events-store.server.ts';
import { deleteExtraReasons } from './extras-store.server.ts';

const anonymous = {
  name: 'Deleted',
  email: 'deleted@account.invalid',
  phone: '',
  note: '',
  browser_hash: null,
  client_key: '',
  arrival_details: '{}',
};

/** The days are counted from the end of a booking that was never paid, or from the last message about it. */
const unpaidDays = 30;
/** The time is longer than holds and requests count towards the limits of a client address. */
const clientHours = 24;
/** A small batch: each booking's messages, events and browsers change with it. */
const batchBookings = 500;
/** An open balance may be charged until so many days after the stay. */
const openBalanceDays = 30;

/**
 * Deletes personal data around anonymized bookings: texts of messages, reasons of charges, and the browsers and
 * companions that may open the trip.
 */
async function deleteTraces(db: Tx, bookings: readonly { id: string }[]): Promise<void> {
  if (bookings.length === 0) return;
  const ids = bookings.map(({ id }) => id);
  await deleteMessageTexts(db, ids);
  await deleteExtraReasons(db, ids);
  await db.deleteFrom('booking_browsers').where('booking_id', 'in', ids).execute();
  await db.deleteFrom('booking_companions').where('booking_id', 'in', ids).execute();
}

/** Anonymizes a deleted account's bookings that are over, and schedules the others for the day after check-out. */
export async function anonymizeBookings(tx: Tx, email: string, today: string): Promise<void> {
  const over = await tx
    .updateTable('bookings')
    .set(anonymous)
    .where('email', '=', email)
    .where((row) => row.or([row('status', 'not in', occupyingStatuses), row('checkout', '<', today)]))
    .returning('id')
    .execute();
  await tx
    .updateTable('bookings')
    .set((row) => ({ anonymize_on: row.ref('checkout') }))
    .where('email', '=', email)
    .execute();
  await deleteTraces(tx, over);
  await tx.updateTable('offers').set({ email: '', note: '' }).where('email', '=', email).execute();
}

/** Anonymizes the scheduled bookings of deleted accounts, but for stays that are not over. */
export const anonymizeDue = (db: Db, today: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const over = await tx
      .updateTable('bookings')
      .set({ ...anonymous, anonymize_on: null })
      .where('anonymize_on', '<', today)
      .where((row) => row.or([row('status', '<>', 'confirmed'), row('checkout', '<', today)]))
      .returning('id')
      .execute();
    await deleteTraces(tx, over);
  });

/** Anonymizes bookings that ended 30 days ago without any payment. @returns their number */
export function anonymizeUnpaid(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - unpaidDays * dayMs);
  return inBatches(
    (limit) =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: string }>`select id from bookings
          where status in ('expired', 'released', 'declined') and email <> 'deleted@account.invalid'
            and updated_at < ${before}
            and not exists (select from payments where payments.booking_id = bookings.id)
            and not exists (select from payment_attempts where payment_attempts.booking_id = bookings.id
              and payment_attempts.status = any(${activeStatuses}))
            and not exists (select from threads where threads.id = bookings.id and last_message_at >= ${before})
          order by updated_at limit ${limit} for update skip locked`.execute(tx);
        const ids = rows.map(({ id }) => id);
        if (ids.length > 0) await tx.updateTable('bookings').set(anonymous).where('id', 'in', ids).execute();
        await deleteTraces(tx, rows);
        return ids.length;
      }),
    batchBookings,
  );
}

/** Deletes the client addresses of bookings older than a day; holds and requests still count by theirs. @returns their number */
export function clearClientKeys(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - clientHours * hourMs);
  return inBatches(async (limit) => {
    const { numAffectedRows } = await sql`update bookings set client_key = '' where id = any(array(
      select id from bookings
      where client_key <> '' and status not in ('held', 'requested') and created_at < ${before}
      order by created_at limit ${limit} for update skip locked))`.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}

export interface StoredCard {
  id: string;
  stripe_payment_method_id: string | null;
}

/** Bookings of deleted accounts with a stored card that will not be charged again. */
export async function cardsOfDeletedGuests(
  db: Db,
  { today, maxDeclines, limit }: { today: string; maxDeclines: number; limit: number },
): Promise<StoredCard[]> {
  const { rows } = await sql<StoredCard>`select id, stripe_payment_method_id from bookings
    where email = 'deleted@account.invalid'
      and (stripe_customer_id is not null or stripe_payment_method_id is not null)
      and not (status = 'confirmed' and open_cents > 0 and balance_declines < ${maxDeclines}
        and checkout >= ${today}::date - ${openBalanceDays}::int)
      and not exists (select from payment_attempts where payment_attempts.booking_id = bookings.id
        and payment_attempts.status = any(${activeStatuses}))
    order by checkout limit ${limit}`.execute(db);
  return rows;
}

/** Deletes the stored card of a booking, unless another one was stored since. */
export const clearCard = (db: Db, { id, stripe_payment_method_id }: StoredCard) =>
  db
    .updateTable('bookings')
    .set({ stripe_customer_id: null, stripe_payment_method_id: null })
    .where('id', '=', id)
    .where(
      sql<boolean>`email = 'deleted@account.invalid' and stripe_payment_method_id is not distinct from ${stripe_payment_method_id}`,
    )
    .execute();
