import { html } from 'hono/html';
import { mailDocument, toTable, toText } from '../../../platform/mail/layout.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { billLines, type PurchaseFacts } from './receipt-lines.server.ts';

/** The buyer's confirmation with an itemised receipt. */
export function receipt(facts: PurchaseFacts): MailMessage {
  const { purchase, business, settings } = facts;
  const title = 'Booking confirmed';
  const greeting = purchase.customer_name ? `Hello ${purchase.customer_name},` : 'Hello,';
  const thanks = `thank you for booking with ${business.business_name}. Your payment has arrived.`;
  const next = `We will contact you within 24 hours to agree your dates and check-in. Questions? Call ${business.phone} or write to ${business.email}.`;
  const account = `${settings.appUrl}/account`;
  const lines = billLines(facts);
  return {
    to: { name: purchase.customer_name, address: purchase.email },
    replyTo: { name: business.business_name, address: settings.hostsEmail },
    subject: `${title}: ${purchase.product_name}`,
    text: [
      greeting,
      thanks,
      `Your receipt\n${toText(lines)}`,
      next,
      `Your bookings: ${account}`,
      business.business_name,
    ].join('\n\n'),
    html: mailDocument(
      title,
      html`<p>${greeting}</p>
<p>${thanks}</p>
<h2>Your receipt</h2>
${toTable(lines)}
<p>${next}</p>
<p><a href="${account}">Your bookings</a></p>
<p>${business.business_name}</p>`,
    ),
  };
}
