import type { Settings } from '../../../env.server.ts';
import type { LabeledValue } from '../../../platform/mail/layout.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { BusinessContact } from '../../listings/store.server.ts';
import type { Checkout, Purchase } from '../store.server.ts';

/** What a mail about a purchase is written from. */
export interface PurchaseFacts {
  checkout: Checkout;
  purchase: Purchase;
  business: BusinessContact;
  settings: Settings;
}

/** The itemised bill, a label and a value a line. */
export function billLines({ checkout, purchase }: PurchaseFacts): LabeledValue[] {
  const unit = formatMoney(checkout.unit_amount_cents, checkout.currency);
  const lines: LabeledValue[] = [
    [purchase.product_name, `${checkout.quantity} × ${unit}`],
    [
      'Total paid',
      `${formatMoney(purchase.amount_cents, purchase.currency)} (${purchase.currency.toUpperCase()})`,
    ],
    ['Paid on', formatDate(purchase.purchased_at.toISOString())],
    ['Order number', checkout.id],
  ];
  if (checkout.billing_period) lines.push(['Renews', `every ${checkout.billing_period}, until cancelled`]);
  if (purchase.expires_at) lines.push(['Paid until', formatDate(purchase.expires_at.toISOString())]);
  return lines;
}
