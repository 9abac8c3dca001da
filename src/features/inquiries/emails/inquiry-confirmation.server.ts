import { html } from 'hono/html';
import { type LabeledValue, mailDocument, toTable, toText } from '../../../platform/mail/layout.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import type { BusinessContact } from '../../listings/store.server.ts';
import { greetingName, type Inquiry } from '../inquiry/inquiry.ts';

/**
 * Tells the guest that the inquiry arrived. It repeats only what the form let them choose, never free text, because
 * anybody can type anybody's address.
 * @param appUrl origin of the site, the only source of links
 */
export function mailToGuest(inquiry: Inquiry, contact: BusinessContact, appUrl: string): MailMessage {
  const name = greetingName(inquiry.name);
  const greeting = name ? `Hello ${name},` : 'Hello,';
  const thanks = `thank you for your inquiry! It reached us safely, and we'll get back to you within 24 hours.`;
  const asked: LabeledValue[] = [
    ['Property', inquiry.property],
    ['Check-in', formatDate(inquiry.checkin)],
    ['Check-out', formatDate(inquiry.checkout)],
    ['Guests', String(inquiry.guests)],
  ];
  const reach = `If something changes or cannot wait, call ${contact.phone} or write to ${contact.email}.`;
  const stranger =
    'If you did not ask us about a stay, someone mistyped an address; you can ignore this mail.';
  return {
    to: { name: name ?? '', address: inquiry.email },
    replyTo: { name: contact.business_name, address: contact.email },
    subject: `We received your inquiry for ${inquiry.property}`,
    text: [
      greeting,
      '',
      thanks,
      '',
      toText(asked),
      '',
      reach,
      '',
      'See you at the beach,',
      contact.business_name,
      appUrl,
      '',
      stranger,
      '',
    ].join('\n'),
    html: mailDocument(
      'We received your inquiry',
      html`<p>${greeting}</p>
<p>${thanks}</p>
${toTable(asked)}
<p>${reach}</p>
<p>See you at the beach,<br><a href="${appUrl}">${contact.business_name}</a></p>
<p><small>${stranger}</small></p>`,
    ),
  };
}
