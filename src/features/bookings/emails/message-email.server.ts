import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { type BookingEmailData, guestEmail, stayFacts } from './booking-email.server.ts';

/** In the hosts' own words; the guest answers to them. */
export const messageEmail = (data: BookingEmailData, { text }: { text: string }): MailMessage =>
  guestEmail(data, {
    subject: `A message about your stay: ${data.propertyTitle}`,
    title: 'A message from your hosts',
    blocks: [
      { kind: 'quote', text },
      'Just answer this mail: it goes to your hosts.',
      { kind: 'button', label: 'Open my trip', url: data.tripUrl },
      { kind: 'facts', rows: stayFacts(data) },
    ],
  });
