import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { hostsEmail } from './booking-email.server.ts';
import type { BookingEmailData } from './email-data.ts';

/** `note` is what the guest wrote. */
export const newBookingNotice = (data: BookingEmailData, { note = '' } = {}): MailMessage =>
  hostsEmail(data, {
    subject: 'New booking',
    title: 'New booking',
    blocks: [
      `${data.guestName} booked ${data.propertyTitle}${data.paid > 0 ? ` and paid ${formatMoney(data.paid, data.currency)}` : ''}. The nights are closed.`,
      ...noteBlocks(note),
    ],
  });

const noteBlocks = (note: string) => (note ? [{ kind: 'quote' as const, text: note }] : []);

/** `expiresAt` is ISO 8601: then the request lapses. */
export const requestNotice = (
  data: BookingEmailData,
  { expiresAt, why = '', note = '' }: { expiresAt: string; why?: string; note?: string },
): MailMessage =>
  hostsEmail(data, {
    subject: 'Request to approve',
    title: 'A request waits for you',
    blocks: [
      `${data.guestName} asks for ${data.propertyTitle}. Approve or decline by ${formatDateTime(expiresAt)}; after that it lapses and the nights are free again.`,
      ...(why ? [why] : []),
      ...noteBlocks(note),
    ],
  });

/** `refund` in minor units. */
export const cancellationNotice = (
  data: BookingEmailData,
  { refund, by, reason = '' }: { refund: number; by: 'guest' | 'hosts'; reason?: string },
): MailMessage =>
  hostsEmail(data, {
    subject: 'Cancelled',
    title: 'A stay was cancelled',
    blocks: [
      `${by === 'guest' ? data.guestName : 'One of you'} cancelled this stay. ${formatMoney(refund, data.currency)} goes back to the guest, and the nights are free again.`,
      ...noteBlocks(reason),
    ],
  });
