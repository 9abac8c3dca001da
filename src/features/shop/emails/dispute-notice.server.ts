import { html } from 'hono/html';
import type Stripe from 'stripe';
import type { Settings } from '../../../env.server.ts';
import { type LabeledValue, mailDocument, toTable, toText } from '../../../platform/mail/layout.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { BusinessContact } from '../../listings/store.server.ts';
import type { Purchase } from '../store.server.ts';

/** What a notice of a dispute is written from. */
interface DisputeFacts {
  dispute: Stripe.Dispute;
  purchase: Purchase;
  business: BusinessContact;
  settings: Settings;
}

/** Tells the hosts that a guest's bank wants a payment back, or how that ended. */
export function disputeNotice({ dispute, purchase, business, settings }: DisputeFacts): MailMessage {
  const title = isClosed(dispute) ? 'A dispute was decided' : 'A payment is disputed';
  const intro = introOf(dispute);
  const lines = factsOf(dispute, purchase);
  const admin = `${settings.appUrl}/admin`;
  return {
    to: { name: business.business_name, address: settings.hostsEmail },
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

const outcomes: Record<string, string> = {
  won: 'It was decided in your favor: the money stays with you.',
  lost: 'It was decided against you: the money went back to the guest.',
  warning_closed: 'The bank asked, and closed the matter without taking money back.',
  prevented: 'It was settled before any money was taken back.',
};

const isClosed = ({ status }: Stripe.Dispute): boolean => Object.hasOwn(outcomes, status);

const introOf = (dispute: Stripe.Dispute): string =>
  isClosed(dispute)
    ? `The dispute about the payment below is closed. ${outcomes[dispute.status]}`
    : 'A guest’s bank disputes the payment below. Please answer in the dashboard of the card provider in time, or the money goes back. Nothing was changed here: decide whether the booking stands.';

function factsOf(dispute: Stripe.Dispute, purchase: Purchase): LabeledValue[] {
  const dueBy = dispute.evidence_details.due_by;
  return [
    ['Booking', purchase.product_name],
    ['Name', purchase.customer_name || '(not given)'],
    ['E-mail', purchase.email || '(not given)'],
    ['Paid on', formatDate(purchase.purchased_at.toISOString())],
    [
      'Disputed amount',
      `${formatMoney(dispute.amount, dispute.currency)} (${dispute.currency.toUpperCase()})`,
    ],
    ['Reason', dispute.reason.replaceAll('_', ' ')],
    ...(dueBy && !isClosed(dispute)
      ? [['Answer before', formatDate(new Date(dueBy * 1000).toISOString())] as LabeledValue]
      : []),
    ['Card provider’s reference', dispute.id],
  ];
}
