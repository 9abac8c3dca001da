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

/** What else tells of the guests of anonymous bookings: texts of messages, and the browsers that may see their trip. */
async function deleteTraces(db: Db): Promise<void> {
  await deleteMessageTexts(db, anonymous.email);
  await db
    .deleteFrom('booking_browsers')
    .where('booking_id', 'in', (query) =>
      query.selectFrom('bookings').select('bookings.id').where('bookings.email', '=', anonymous.email),
    )
    .execute();
}

/** Takes the guest out of a deleted account's bookings: out of those that are over now, out of the others afterwards. */
export async function anonymizeBookings(tx: Tx, email: string, today: string): Promise<void> {
  await tx
    .updateTable('bookings')
    .set(anonymous)
    .where('email', '=', email)
    .where((row) => row.or([row('status', 'not in', occupyingStatuses), row('checkout', '<', today)]))
    .execute();
  await tx
    .updateTable('bookings')
    .set((row) => ({ anonymize_on: row.ref('checkout') }))
    .where('email', '=', email)
    .execute();
  await deleteTraces(tx);
  await tx.updateTable('offers').set({ email: '', note: '' }).where('email', '=', email).execute();
}

export async function anonymizeDue(db: Db, today: string): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ ...anonymous, anonymize_on: null })
    .where('anonymize_on', '<', today)
    .execute();
  await deleteTraces(db);
}
