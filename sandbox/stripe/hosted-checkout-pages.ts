import { html } from 'hono/html';
import { type Markup, page } from '../page.ts';
import type { Session, StoredSession } from './database.ts';

/** The test cards of the hosted page, by Stripe's numbers. */
export const CARDS = [
  { number: '4242424242424242', label: 'Payment succeeds' },
  { number: '4000000000000002', label: 'Payment is declined' },
  { number: '4000002500003155', label: 'Authentication required' },
  { number: '4000000000000341', label: 'Payment succeeds, later charges are declined' },
] as const;

/** What a person has typed so far. */
export type Entry = { email: string; name: string; card: string };

/** The hosted payment page of an open session. */
export function payPage(stored: StoredSession, entry: Entry, problem?: string): Markup {
  const { session } = stored;
  const description = problem ? html` aria-describedby="problem"` : '';
  return page({
    title: 'Checkout',
    body: html`<section class="card" aria-label="Order">
<p class="soft">${session.mode === 'subscription' ? 'Subscribe to' : 'Pay for'}</p>
<p class="total">${money(session.amount_total, session.currency)}</p>
<ul class="rows">${stored.lineItems.map(
      (
        item,
      ) => html`<li><span>${item.description}${(item.quantity ?? 1) > 1 ? ` × ${item.quantity}` : ''}</span>
<span>${money(item.amount_total, item.currency)}${interval(item.price?.recurring)}</span></li>`,
    )}</ul>
</section>
<section class="card"><h1>Pay with card</h1>
${problem ? html`<p class="error" role="alert" id="problem">${problem}</p>` : ''}
<form method="post" action="/stripe/pay/${session.id}/pay" novalidate>
<label>Email <input type="email" name="email" autocomplete="email" required value="${entry.email}"${description}></label>
<label>Name on card (optional) <input type="text" name="name" autocomplete="cc-name" value="${entry.name}"></label>
<fieldset><legend>Test card</legend>${CARDS.map(
      ({ number, label }) => html`<label class="choice">
<input type="radio" name="card" value="${number}"${number === entry.card ? ' checked' : ''}>
<span>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}<span class="soft">${label}</span></span></label>`,
    )}</fieldset>
<button type="submit">Pay</button>
${session.cancel_url ? html`<a class="button quiet" href="${session.cancel_url}">Back</a>` : ''}
</form></section>`,
  });
}

/** The step a bank puts between the card and the payment. */
export function authenticationPage(session: Session): Markup {
  const action = `/stripe/pay/${session.id}/authenticate`;
  return page({
    title: 'Authentication',
    body: html`<section class="card"><h1>Your bank wants to know it is you</h1>
<p>Payment of ${money(session.amount_total, session.currency)}. A real bank would ask for a code or a fingerprint here.</p>
<form method="post" action="${action}"><input type="hidden" name="outcome" value="complete">
<button type="submit">Complete authentication</button></form>
<form method="post" action="${action}"><input type="hidden" name="outcome" value="fail">
<button type="submit" class="quiet">Fail authentication</button></form></section>`,
  });
}

/** The page of a session that is complete, expired or unknown. */
export function closedPage(session: Session | undefined): Markup {
  const title =
    session?.status === 'complete' ? 'This payment is complete' : 'This payment page is no longer available';
  const back = session?.status === 'complete' ? successUrl(session) : session?.cancel_url;
  return page({
    title,
    body: html`<section class="card"><h1>${title}</h1>
<p>${session?.status === 'complete' ? 'Nothing more is to be done here.' : 'Nothing was paid here.'}</p>
${back ? html`<a class="button quiet" href="${back}">Return to the site</a>` : ''}</section>`,
  });
}

/** The receipt a charge's `receipt_url` leads to. */
export function receiptPage(charge: {
  amount: number;
  amount_refunded: number;
  currency: string;
  status: string;
  id: string;
}): Markup {
  return page({
    title: 'Receipt',
    body: html`<section class="card"><h1>Receipt</h1><p class="total">${money(charge.amount, charge.currency)}</p>
<dl><dt>Status</dt><dd>${charge.status}</dd><dt>Refunded</dt><dd>${money(charge.amount_refunded, charge.currency)}</dd>
<dt>Charge</dt><dd>${charge.id}</dd></dl></section>`,
  });
}

/** The success URL, with its template filled in, that a payer goes to after paying. */
export function successUrl(session: Session): string {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function money(minorUnits: number | null, currency: string | null): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency ?? 'usd' });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format((minorUnits ?? 0) / 10 ** digits);
}

function interval(recurring: { interval: string; interval_count: number } | null | undefined): string {
  if (!recurring) return '';
  return recurring.interval_count === 1
    ? ` per ${recurring.interval}`
    : ` every ${recurring.interval_count} ${recurring.interval}s`;
}
