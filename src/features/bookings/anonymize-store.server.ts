import type { Db, Tx } from '../../db/client.server.ts';
import { occupyingStatuses } from './booking.ts';
import { deleteMessageTexts } from './checkout/store.server.ts';

const anonymous = {
  name: 'Deleted',
  email: 'deleted@account.invalid',
  phone: '',
  note: '',
  browser_hash: null,
  client_key: '',
};

/** What else tells of the guests of bookings that became anonymous: texts of messages, and the browsers that may see their trip. */
async function deleteTraces(db: Tx, bookings: readonly { id: string }[]): Promise<void> {
  if (bookings.length === 0) return;
  const ids = bookings.map(({ id }) => id);
  await deleteMessageTexts(db, ids);
  await db.deleteFrom('booking_browsers').where('booking_id', 'in', ids).execute();
}

/** Takes the guest out of a deleted account's bookings: out of those that are over now, out of the others afterwards. */
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

export const anonymizeDue = (db: Db, today: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const over = await tx
      .updateTable('bookings')
      .set({ ...anonymous, anonymize_on: null })
      .where('anonymize_on', '<', today)
      .returning('id')
      .execute();
    await deleteTraces(tx, over);
  });
