import type { Ledger } from './database.ts';
import type { Form } from './form.ts';
import { listOf } from './params.ts';
import { StripeFailure } from './stripe-error.ts';

type Plain = { id?: string; object?: string; [key: string]: unknown };

/**
 * Puts whole objects in the place of ids for each path of `expand[]`, such as `payment_intent.latest_charge`
 * (in a list: `data.payment_intent`). Nested objects may be at most four levels deep, as Stripe allows.
 */
export function expand(ledger: Ledger, object: object, form: Form): object {
  const paths = listOf(form.expand).filter((path) => typeof path === 'string');
  const copy = paths.length > 0 ? structuredClone(object) : object;
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > 4)
      throw new StripeFailure('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    expandPath(ledger, copy as Plain, steps, path);
  }
  return copy;
}

function expandPath(ledger: Ledger, object: Plain, [step, ...rest]: string[], path: string): void {
  if (step === undefined) return;
  if (object.object === 'list' && step === 'data') {
    for (const entry of object.data as Plain[]) expandPath(ledger, entry, rest, path);
    return;
  }
  const value =
    step === 'line_items' && object.object === 'checkout.session'
      ? lineItems(ledger, String(object.id))
      : object[step];
  if (value === undefined) {
    const message = `This property cannot be expanded (${path}). You may want to try expanding a parent or a different property.`;
    throw new StripeFailure(message, { code: 'property_cannot_be_expanded', param: 'expand' });
  }
  const whole = typeof value === 'string' ? (find(ledger, step, value) ?? value) : value;
  object[step] = whole;
  if (whole !== null && typeof whole === 'object') expandPath(ledger, whole as Plain, rest, path);
}

function find(ledger: Ledger, property: string, id: string): object | undefined {
  const tables = {
    payment_intent: ledger.intents,
    latest_charge: ledger.charges,
    charge: ledger.charges,
    subscription: ledger.subscriptions,
    latest_invoice: ledger.invoices,
    invoice: ledger.invoices,
  };
  return structuredClone(tables[property as keyof typeof tables]?.get(id));
}

/** The items of a session as a list. */
export function lineItems(ledger: Ledger, sessionId: string): object {
  const data = structuredClone(ledger.sessions.get(sessionId)?.lineItems ?? []);
  return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${sessionId}/line_items` };
}
