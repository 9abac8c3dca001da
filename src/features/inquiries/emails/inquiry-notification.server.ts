import { html } from 'hono/html';
import { type LabeledValue, mailDocument, toTable, toText } from '../../../platform/mail/layout.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import type { Inquiry } from '../inquiry/inquiry.ts';

/**
 * Tells the hosts of an inquiry; their reply goes to the guest.
 * @param hosts the hosts' mailbox
 * @param appUrl origin of the site, the only source of links
 */
export function mailToHosts(
  inquiry: Inquiry,
  hosts: { name: string; address: string },
  appUrl: string,
): MailMessage {
  const rows: LabeledValue[] = [
    ['Name', inquiry.name],
    ['Email', inquiry.email],
    ['Phone', inquiry.phone || 'not given'],
    ['Property', inquiry.property],
    ['Check-in', formatDate(inquiry.checkin)],
    ['Check-out', formatDate(inquiry.checkout)],
    ['Guests', String(inquiry.guests)],
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
