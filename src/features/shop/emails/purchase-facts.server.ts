import { html } from 'hono/html';
import type { Settings } from '../../../env.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { BusinessContact, Checkout, Purchase } from '../store.server.ts';

/** What a mail about a purchase is written from. */
export interface PurchaseFacts {
  checkout: Checkout;
  purchase: Purchase;
  business: BusinessContact;
  settings: Settings;
}

/** The itemised bill, a label and a value a line. */
export function billLines({ checkout, purchase }: PurchaseFacts): [label: string, value: string][] {
  const unit = formatMoney(checkout.unit_amount_cents, checkout.currency);
  const lines: [string, string][] = [
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

export const asText = (lines: [string, string][]): string =>
  lines.map(([label, value]) => `${label}: ${value}`).join('\n');

/** Every value is escaped by the template. */
export const asTable = (lines: [string, string][]) => html`<table cellpadding="6" cellspacing="0" border="0">
${lines.map(
  ([label, value]) => html`<tr><th align="left" scope="row">${label}</th><td align="right">${value}</td></tr>
`,
)}</table>`;

/** A whole mail around its parts. */
export const mailDocument = (title: string, ...parts: ReturnType<typeof html>[]): string =>
  String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body>
<h1>${title}</h1>
${parts}
</body></html>`);
