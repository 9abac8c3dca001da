import type Stripe from 'stripe';
import type { Settings } from '../../../env.server.ts';
import type { LabeledValue } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { BusinessContact } from '../../listings/store.server.ts';
import { dueBy, isUndecided } from '../../payments/disputes.server.ts';
import { hostsEmailContent } from '../../payments/emails/hosts-email.server.ts';
import type { Purchase } from '../purchases/store.server.ts';
import { aboutBuyer } from './purchase.server.ts';

interface DisputeEmailInput {
  dispute: Stripe.Dispute;
  purchase: Purchase;
  business: BusinessContact;
  settings: Settings;
}

/** Notifies the hosts that a guest's bank reclaims a payment, or how that ended. */
export function disputeEmail({ dispute, purchase, business, settings }: DisputeEmailInput): MailMessage {
  const title = isUndecided(dispute.status) ? 'A payment is disputed' : 'A dispute was decided';
  return {
    to: { name: business.business_name, address: settings.hostsEmail },
    guest: aboutBuyer(purchase),
    subject: `${title}: ${purchase.product_name}`,
    content: hostsEmailContent(title, formatIntro(dispute), disputeLines(dispute, purchase), settings),
  };
}

const outcomes: Record<string, string> = {
  won: 'It was decided in your favor: the money stays with you.',
  lost: 'It was decided against you: the money went back to the guest.',
  warning_closed: 'The bank asked, and closed the matter without taking money back.',
  prevented: 'It was settled before any money was taken back.',
};

const formatIntro = ({ status }: Stripe.Dispute): string =>
  isUndecided(status)
    ? 'A guest’s bank disputes the payment below. Please answer in the dashboard of the card provider in time, or the money goes back. Nothing was changed here: decide whether the booking stands.'
    : `The dispute about the payment below is closed. ${outcomes[status]}`;

function disputeLines(dispute: Stripe.Dispute, purchase: Purchase): LabeledValue[] {
  const respondBefore = isUndecided(dispute.status) ? dueBy(dispute) : null;
  const amount = formatMoney(dispute.amount, dispute.currency);
  const lines: LabeledValue[] = [
    ['Booking', purchase.product_name],
    ['Name', purchase.customer_name || '(not given)'],
    ['E-mail', purchase.email || '(not given)'],
    ['Paid on', formatDate(purchase.purchased_at.toISOString())],
    ['Disputed amount', `${amount} (${dispute.currency.toUpperCase()})`],
    ['Reason', dispute.reason.replaceAll('_', ' ')],
  ];
  if (respondBefore) lines.push(['Answer before', formatDate(respondBefore.toISOString())]);
  return [...lines, ['Card provider’s reference', dispute.id]];
}
