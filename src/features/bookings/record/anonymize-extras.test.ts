import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addBooking, addProperty } from '../../../../test/bookings.ts';
import { anonymizeDue } from './anonymize-store.server.ts';
import { extrasOfBooking, extrasOfEmail } from './extras-store.server.ts';

const { platform } = await testAppForFile();
const { db } = platform;

test('the export has everything that was added to a guest’s stays, and its texts are deleted with the account', async () => {
  const { id: property_id } = await addProperty(db);
  const stay = { property_id, checkin: '2026-05-20', checkout: '2026-05-25' };
  const { id, code } = await addBooking(db, { ...stay, anonymize_on: '2026-05-25' });
  const reason = 'Ann Lee broke a glass';
  await db
    .insertInto('booking_extras')
    .values({
      booking_id: id,
      label: 'A glass',
      amount_cents: 1_500,
      unit_cents: 1_500,
      status: 'paid',
      reason,
      by: 'host@example.com',
    })
    .execute();
  await db
    .insertInto('booking_events')
    .values({
      booking_id: id,
      event: 'charged',
      actor: 'host@example.com',
      details: JSON.stringify({ label: 'A glass', amount: 1_500, reason, how: 'Cash of Ann' }),
    })
    .execute();
  expect(await extrasOfEmail(db, 'ann@guests.example')).toMatchObject([
    { booking: code, label: 'A glass', amount: 1_500, reason },
  ]);
  await anonymizeDue(db, '2026-05-26');
  expect(await extrasOfEmail(db, 'ann@guests.example')).toEqual([]);
  expect(await extrasOfBooking(db, id)).toMatchObject([
    { label: 'A glass', amount_cents: 1_500, reason: '' },
  ]);
  const [event] = await db.selectFrom('booking_events').select('details').execute();
  expect(event?.details).toEqual({ label: 'A glass', amount: 1_500 });
});
