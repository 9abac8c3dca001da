import { html } from 'hono/html';
import { type LabeledValue, mailDocument, toTable, toText } from '../../../platform/mail/layout.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import type { BusinessContact } from '../../listings/store.server.ts';
import type { Inquiry } from '../inquiry/inquiry.schema.ts';
import { greetingName } from '../inquiry/inquiry.ts';

const stayRows = (inquiry: Inquiry): LabeledValue[] => [
  ['Property', inquiry.property],
  ['Check-in', formatDate(inquiry.checkin)],
  ['Check-out', formatDate(inquiry.checkout)],
  ['Guests', String(inquiry.guests)],
];

/** Repeats only what the form offers, never free text: anyone can type another's address. `appUrl` is the only link. */
export function confirmationEmail(inquiry: Inquiry, contact: BusinessContact, appUrl: string): MailMessage {
  const name = greetingName(inquiry.name);
  const greeting = name ? `Hello ${name},` : 'Hello,';
  const thanks = `thank you for your inquiry! It reached us safely, and we'll get back to you within 24 hours.`;
  const rows = stayRows(inquiry);
  const reach = `If something changes or cannot wait, call ${contact.phone} or write to ${contact.email}.`;
  const disclaimer =
    'If you did not ask us about a stay, someone mistyped an address; you can ignore this mail.';
  return {
    to: { name: name ?? '', address: inquiry.email },
    replyTo: { name: contact.business_name, address: contact.email },
    subject: `We received your inquiry for ${inquiry.property}`,
    text: [
      ...[greeting, '', thanks, '', toText(rows), '', reach, ''],
      ...['See you at the beach,', contact.business_name, appUrl, '', disclaimer, ''],
    ].join('\n'),
    html: mailDocument(
      'We received your inquiry',
      html`<p>${greeting}</p>
<p>${thanks}</p>
${toTable(rows)}
<p>${reach}</p>
<p>See you at the beach,<br><a href="${appUrl}">${contact.business_name}</a></p>
<p><small>${disclaimer}</small></p>`,
    ),
  };
}

export function notificationEmail(
  inquiry: Inquiry,
  hosts: { name: string; address: string },
  appUrl: string,
): MailMessage {
  const rows: LabeledValue[] = [
    ['Name', inquiry.name],
    ['Email', inquiry.email],
    ['Phone', inquiry.phone || 'not given'],
    ...stayRows(inquiry),
  ];
  const message = inquiry.message || 'No message.';
  const promise = 'The site promised an answer within 24 hours. Reply to this mail to write to the guest.';
  return {
    to: hosts,
    replyTo: { name: inquiry.name, address: inquiry.email },
    subject: `Inquiry: ${inquiry.property}, ${formatDate(inquiry.checkin)} to ${formatDate(inquiry.checkout)}, ${inquiry.name}`,
    text: [toText(rows), '', 'Message:', message, '', promise, `Sent from ${appUrl}`, ''].join('\n'),
    html: mailDocument(
      'New inquiry',
      html`${toTable(rows)}
<h2>Message</h2>
${message.split(/\r?\n/).map((line) => html`<p>${line}</p>\n`)}<p>${promise}</p>
<p>Sent from <a href="${appUrl}">${appUrl}</a></p>`,
    ),
  };
}
