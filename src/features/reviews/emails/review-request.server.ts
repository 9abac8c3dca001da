import type { EmailBlock } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { guestEmail, stayDates } from '../../bookings/emails/booking-email.server.ts';
import type { BookingEmailData } from '../../bookings/emails/email-data.ts';

interface ReviewLink {
  url: string;
  /** The last day, `YYYY-MM-DD`. */
  until: string;
}

/** Requests a review on the day after check-out. */
export const reviewRequestEmail = (data: BookingEmailData, link: ReviewLink): MailMessage =>
  guestEmail(data, {
    subject: `How was your stay? ${data.propertyTitle}`,
    title: 'How was your stay?',
    blocks: [
      `Thank you for staying at ${data.propertyTitle}. Would you tell the next guests how it was? It takes two minutes, and no account.`,
      ...reviewBlocks(data, link),
    ],
  });

/** The reminder, five days later; there is no third mail. */
export const reviewReminderEmail = (data: BookingEmailData, link: ReviewLink): MailMessage =>
  guestEmail(data, {
    subject: `Two minutes for the next guests: ${data.propertyTitle}`,
    title: 'Would you review your stay?',
    blocks: [
      `We hope you are well home from ${data.propertyTitle}. If you have two minutes, tell the next guests how it was. This is the last time we ask.`,
      ...reviewBlocks(data, link),
    ],
  });

const reviewBlocks = (data: BookingEmailData, { url, until }: ReviewLink): EmailBlock[] => [
  { kind: 'button', label: 'Review your stay', url },
  'Your words are public the moment you send them, under the name that you choose. We cannot see them earlier, pick them or change them. You can add a note that only we read.',
  {
    kind: 'facts',
    rows: [
      ['Home', data.propertyTitle],
      ['Stay', stayDates(data)],
      ['Open until', formatDate(until)],
    ],
  },
];
