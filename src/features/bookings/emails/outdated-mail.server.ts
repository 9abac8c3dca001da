import type { Tx } from '../../../db/client.server.ts';
import { deleteOutdatedMail } from '../../../platform/mail/mailer.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';

/** The beginnings of the keys of mails about a stay and its balance as they were. None of these mails names a refund. */
const outdatedKeys = [
  'booking-hold-',
  'booking-request-',
  'booking-approved-',
  'booking-confirmed-',
  'balance-announced-',
  'balance-declined-',
];

/** The beginnings of the keys of mails that request money for additions, which a moved stay keeps. */
const requestKeys = ['charge-requested-', 'charge-declined-', 'extra-approved-'];

type Addressed = Pick<Booking, 'email' | 'code'>;

/**
 * Deletes mail that still waits for its delivery to the guest of a stay that is being moved, and that the new mail replaces. Mail
 * about an earlier move stays: no other names its refund and note.
 */
export const deleteMailBeforeMove = (tx: Tx, { email, code }: Addressed) =>
  deleteOutdatedMail(tx, { to: email, about: code, keys: outdatedKeys });

/** Deletes the same for a stay that is being cancelled, and mail that requests money. */
export const deleteMailBeforeCancellation = (tx: Tx, { email, code }: Addressed) =>
  deleteOutdatedMail(tx, { to: email, about: code, keys: [...outdatedKeys, ...requestKeys] });
