import { expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { hashToken, newToken } from '../../auth/tokens.server.ts';
import { insertAttempt } from '../record/attempts-store.server.ts';
import { lockBooking } from '../record/bookings-store.server.ts';

const stays = await openStaysForFile();

test('a hold whose payment page is being opened is not released by another tab of its browser', async () => {
  const { id: property_id, slug } = await stays.addProperty();
  const { id: quoteId } = await stays.quote(slug, 70);
  const token = newToken();
  const hold = await addBooking(stays.db, {
    property_id,
    checkin: inDays(60),
    checkout: inDays(63),
    status: 'held',
    browser_hash: hashToken(token),
    hold_expires_at: new Date(Date.now() + 600_000),
  });
  const booked = await stays.db.transaction().execute(async (tx) => {
    // The calls that opening a payment page makes before it commits.
    await lockBooking(tx, hold.id);
    await insertAttempt(tx, {
      id: newId(),
      booking_id: hold.id,
      purpose: 'stay',
      kind: 'page',
      status: 'pending',
      amount_cents: 60_000,
      currency: 'usd',
      expires_at: new Date(Date.now() + 600_000),
      description: 'A stay',
      created_at: new Date(),
    });
    const response = stays.book(quoteId, {}, { cookie: `booking=${token}` });
    await stays.untilBlocked();
    return { response };
  });
  expect((await booked.response).status).toBe(201);
  expect((await stays.stored(hold.code)).status).toBe('held');
});
