import type { Settings } from '../../../env.server.ts';
import {
  type EmailContent,
  type LabeledValue,
  toEmailContact,
} from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import type { MailGuest } from '../../../platform/mail/without-guest.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import type { BusinessContact } from '../../listings/store.server.ts';
import { hostsEmailContent } from '../../payments/emails/hosts-email.server.ts';
import type { Checkout } from '../checkout/store.server.ts';
import type { Purchase } from '../purchases/store.server.ts';

interface PurchaseEmailInput {
  checkout: Checkout;
  purchase: Purchase;
  business: BusinessContact;
  settings: Settings;
  /** The image of the product. */
  image?: EmailContent['image'];
}

export function receiptEmail(input: PurchaseEmailInput): MailMessage {
  const { purchase, business, settings, image } = input;
  const title = 'Booking confirmed';
  const greeting = purchase.customer_name ? `Hello ${purchase.customer_name},` : 'Hello,';
  const thanks = `thank you for booking with ${business.business_name}. Your payment has arrived.`;
  const next = `We will contact you within 24 hours to agree your dates and check-in. Questions? Call ${business.phone} or write to ${business.email}.`;
  const account = `${settings.appUrl}/account`;
  return {
    to: { name: purchase.customer_name, address: purchase.email },
    replyTo: { name: business.business_name, address: settings.hostsEmail },
    subject: `${title}: ${purchase.product_name}`,
    content: {
      title,
      image,
      blocks: [
        greeting,
        thanks,
        { kind: 'button', label: 'Your bookings', url: account },
        { kind: 'heading', text: 'Your receipt' },
        { kind: 'facts', rows: receiptLines(input) },
        next,
      ],
      contact: toEmailContact(business),
      siteUrl: settings.appUrl,
    },
  };
}

export function saleEmail(input: PurchaseEmailInput): MailMessage {
  const { purchase, business, settings } = input;
  const title = 'New paid booking';
  const buyer = purchase.customer_name || 'A guest';
  const intro = `${buyer} paid for ${purchase.product_name}. You promised to get in touch within 24 hours.`;
  const lines: LabeledValue[] = [
    ['Name', purchase.customer_name || '(not given)'],
    ['E-mail', purchase.email || '(not given)'],
    ...receiptLines(input),
    [
      'Card provider’s reference',
      purchase.stripe_payment_intent_id ?? purchase.stripe_subscription_id ?? purchase.stripe_session_id,
    ],
  ];
  const replyTo = { name: purchase.customer_name, address: purchase.email };
  return withoutUndefined({
    to: { name: business.business_name, address: settings.hostsEmail },
    replyTo: canonicalEmail(purchase.email) ? replyTo : undefined,
    guest: aboutBuyer(purchase),
    subject: `${title}: ${purchase.product_name}`,
    content: hostsEmailContent(title, intro, lines, settings),
  });
}

/** The guest whom a mail to the hosts is about. */
export const aboutBuyer = ({ email, customer_name: name }: Purchase): MailGuest => ({
  email,
  name,
  phone: '',
});

function receiptLines({ checkout, purchase }: PurchaseEmailInput): LabeledValue[] {
  const unit = formatMoney(checkout.unit_amount_cents, checkout.currency);
  const total = formatMoney(purchase.amount_cents, purchase.currency);
  const lines: LabeledValue[] = [
    [purchase.product_name, `${checkout.quantity} × ${unit}`],
    ['Total paid', `${total} (${purchase.currency.toUpperCase()})`],
    ['Paid on', formatDate(purchase.purchased_at.toISOString())],
    ['Order number', checkout.id],
  ];
  if (checkout.billing_period) lines.push(['Renews', `every ${checkout.billing_period}, until cancelled`]);
  if (purchase.expires_at) lines.push(['Paid until', formatDate(purchase.expires_at.toISOString())]);
  return lines;
}
