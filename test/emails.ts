import type { BookingEmailData } from '../src/features/bookings/emails/booking-email.server.ts';
import {
  arrivalEmail,
  balanceAnnouncedEmail,
  balancePaidEmail,
  balanceRefusedEmail,
  bookingCancelledEmail,
  bookingConfirmedEmail,
  bookingHeldEmail,
  paidTooLateEmail,
  refundedEmail,
  requestApprovedEmail,
  requestDeclinedEmail,
  requestReceivedEmail,
} from '../src/features/bookings/emails/guest-emails.server.ts';
import {
  balanceRefusedNotice,
  cancellationNotice,
  newBookingNotice,
  paidTooLateNotice,
  requestNotice,
} from '../src/features/bookings/emails/host-emails.server.ts';
import { offerEmail, waitlistOpenedEmail } from '../src/features/bookings/emails/list-emails.server.ts';
import type { MailMessage } from '../src/platform/mail/mailer.server.ts';
import { bookingEmailData } from './booking-email-data.ts';

const origin = 'http://localhost:3000';
const bookUrl = `${origin}/book?property=the-beachcomber`;
const payUrl = `${origin}/book/7K3MQ2XA?key=k3y`;
const leaveUrl = `${origin}/notify/leave?token=t0ken`;
const expiresAt = '2027-03-03T18:04:00.000Z';
const nextAttemptOn = '2027-06-10';

/** Every mail about a booking, by its name; `note` is what a person typed. */
export function bookingEmails(
  changes: Partial<BookingEmailData> = {},
  note = '',
): Record<string, MailMessage> {
  const data = bookingEmailData(changes);
  const unpaid = { ...data, paid: 0, due: data.total, payments: [] };
  const settled = { ...data, paid: data.total, due: 0, dueOn: null };
  const arriving = {
    ...settled,
    streetAddress: '17 Gulf Drive, Panama City Beach, FL 32413',
    accessNotes: 'Door code: 4711#\nWi-Fi: Beachcomber / seashells\nPark in the two places on the left.',
  };
  const open = { payUrl, holdExpiresAt: '2027-03-02T18:36:00.000Z', dueNow: 33_936 };
  const recipient = { email: data.guestEmail, hostsEmail: data.hostsEmail };
  const links = { page: leaveUrl, oneClick: `${origin}/api/notify/leave?token=t0ken`, book: bookUrl };
  const balance = { amount: 79_184 };
  return {
    held: bookingHeldEmail(unpaid, open),
    confirmed: bookingConfirmedEmail(data),
    'request received': requestReceivedEmail(unpaid, { expiresAt }),
    'request approved': requestApprovedEmail(unpaid, open),
    'request declined': requestDeclinedEmail(unpaid, { reason: note, bookUrl }),
    'balance announced': balanceAnnouncedEmail(data, { ...balance, on: '2027-06-09' }),
    'balance paid': balancePaidEmail(settled, balance),
    'balance refused': balanceRefusedEmail(data, { ...balance, payUrl, nextAttemptOn }),
    arrival: arrivalEmail(arriving),
    cancelled: bookingCancelledEmail(data, { refund: 33_936, by: 'guest', reason: note }),
    refunded: refundedEmail(data, { amount: 5_000, reason: note }),
    'paid too late': paidTooLateEmail(data, { amount: 33_936, bookUrl }),
    'hosts: new booking': newBookingNotice(data, { note }),
    'hosts: request': requestNotice(unpaid, { expiresAt, note }),
    'hosts: cancellation': cancellationNotice(data, { refund: 33_936, by: 'guest', reason: note }),
    'hosts: balance refused': balanceRefusedNotice(data, { ...balance, nextAttemptOn: null }),
    'hosts: paid too late': paidTooLateNotice(data, { amount: 33_936 }),
    waitlist: waitlistOpenedEmail(data, recipient, links),
    offer: offerEmail(data, recipient, {
      url: `${origin}/offers/t0ken`,
      expiresAt,
      note,
      areNightsHeld: true,
    }),
  };
}
