import type { Tx } from '../../../db/client.server.ts';
import { deleteOutdatedMail } from '../../../platform/mail/mailer.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';

/** The beginnings of the keys of mails about a stay as it was when they were queued, without a refund or a note of the hosts. */
const outdatedKeys = [
  'booking-hold-',
  'booking-request-',
  'booking-approved-',
  'booking-confirmed-',
  'balance-announced-',
];

/**
 * Deletes mail that still waits for its delivery to the guest of a stay that is being cancelled or moved, and that the new mail
 * replaces. Mail about an earlier move stays: no other names its refund and note.
 */
export const deleteOutdatedBookingMail = (tx: Tx, { email, code }: Pick<Booking, 'email' | 'code'>) =>
  deleteOutdatedMail(tx, { to: email, about: code, keys: outdatedKeys });
