import { html } from 'hono/html';
import { type LabeledValue, mailDocument, toTable, toText } from '../../../platform/mail/layout.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { billLines, type PurchaseFacts } from './receipt-lines.server.ts';

/** Tells the hosts who bought what; answering it writes to the buyer. */
export function hostsNotice(facts: PurchaseFacts): MailMessage {
  const { purchase, business, settings } = facts;
  const title = 'New paid booking';
  const buyer = purchase.customer_name || 'A guest';
  const intro = `${buyer} paid for ${purchase.product_name}. You promised to get in touch within 24 hours.`;
  const lines: LabeledValue[] = [
    ['Name', purchase.customer_name || '(not given)'],
    ['E-mail', purchase.email || '(not given)'],
    ...billLines(facts),
    [
      'Card provider’s reference',
      purchase.stripe_payment_intent_id ?? purchase.stripe_subscription_id ?? purchase.stripe_session_id,
    ],
  ];
  const admin = `${settings.appUrl}/admin`;
  return {
    to: { name: business.business_name, address: settings.hostsEmail },
    ...(canonicalEmail(purchase.email)
      ? { replyTo: { name: purchase.customer_name, address: purchase.email } }
      : {}),
    subject: `${title}: ${purchase.product_name}`,
    text: [intro, toText(lines), `All purchases: ${admin}`].join('\n\n'),
    html: mailDocument(
      title,
      html`<p>${intro}</p>
${toTable(lines)}
<p><a href="${admin}">All purchases</a></p>`,
    ),
  };
}
