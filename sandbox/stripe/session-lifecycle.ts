import type Stripe from 'stripe';
import { isEmail } from './create-session.ts';
import { type Ledger, newId, type Session, type StoredSession } from './database.ts';
import { type Payer, recordPayment, settlePayment } from './payments.ts';
import { missing, StripeFailure } from './stripe-error.ts';
import { startSubscription } from './subscriptions.ts';

/** A session with what belongs to it; one whose time is over is expired first. */
export function findSession(ledger: Ledger, id: string): StoredSession {
  const stored = ledger.sessions.get(id);
  if (!stored) throw missing('checkout.session', id, 'session');
  if (stored.session.status === 'open' && stored.session.expires_at <= ledger.now()) {
    expireSession(ledger, id);
    return ledger.sessions.get(id) ?? stored;
  }
  return stored;
}

/** Expires each open session whose `expires_at` (Unix seconds) has come. */
export function expireOverdue(ledger: Ledger, now: number): void {
  for (const { session } of ledger.sessions.all()) {
    if (session.status === 'open' && session.expires_at <= now) expireSession(ledger, session.id);
  }
}

/** `POST /v1/checkout/sessions/{id}/expire`: expires an open session, unless a payment is under way. */
export function expireByCall(ledger: Ledger, id: string): Session {
  if (ledger.setup.refusesExpiry) {
    openSession(ledger.sessions.get(id), id, 'expire');
    throw new StripeFailure('This Checkout Session cannot be expired while its payment is under way.', {
      param: 'session',
    });
  }
  return expireSession(ledger, id);
}

export function expireSession(ledger: Ledger, id: string): Session {
  const stored = openSession(ledger.sessions.get(id), id, 'expire');
  const session = change(ledger, stored, { status: 'expired', url: null });
  ledger.emit('checkout.session.expired', session);
  return session;
}

/** The payer has done their part. `paid: false` is a delayed method whose money comes, or fails, later. */
export function completeSession(ledger: Ledger, id: string, payer: Payer, paid = true): Session {
  const stored = openSession(findSession(ledger, id), id, 'complete');
  if (!isEmail(payer.email))
    throw new StripeFailure(`Invalid email address: ${payer.email}`, {
      code: 'email_invalid',
      param: 'email',
    });
  const session = change(ledger, stored, {
    ...bought(ledger, stored, payer, paid),
    customer_details: customerDetails(payer),
    payment_status: paid ? 'paid' : 'unpaid',
    status: 'complete',
    url: null,
  });
  ledger.emit('checkout.session.completed', session);
  return session;
}

/** The money of a delayed payment has come (or has failed for good). */
export function settleSession(ledger: Ledger, id: string, succeeded: boolean): Session {
  const stored = findSession(ledger, id);
  const { session } = stored;
  if (session.status !== 'complete' || session.payment_status !== 'unpaid' || !session.payment_intent) {
    throw new StripeFailure(`Checkout Session ${id} is not waiting for a delayed payment.`);
  }
  settlePayment(ledger, String(session.payment_intent), succeeded);
  const settled = change(ledger, stored, { payment_status: succeeded ? 'paid' : 'unpaid' });
  ledger.emit(`checkout.session.async_payment_${succeeded ? 'succeeded' : 'failed'}`, settled);
  return settled;
}

function bought(ledger: Ledger, stored: StoredSession, payer: Payer, paid: boolean): Partial<Session> {
  if (stored.session.mode === 'subscription') {
    const { id, customer, invoice } = startSubscription(ledger, stored, payer, paid);
    return { subscription: id, customer, invoice };
  }
  const { session, after } = stored;
  const storesCustomer = session.customer_creation === 'always' || after.setupFutureUsage !== undefined;
  const customer = storesCustomer ? newId('cus', 14) : undefined;
  const amount = session.amount_total ?? 0;
  const bill = { ...after, amount, currency: session.currency ?? 'usd', ...(customer ? { customer } : {}) };
  const intent = recordPayment(ledger, bill, payer, paid ? 'succeeded' : 'processing');
  return { payment_intent: intent, ...(customer ? { customer } : {}) };
}

function customerDetails(payer: Payer): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: { city: null, country: 'US', line1: null, line2: null, postal_code: '32407', state: null },
    business_name: null,
    email: payer.email,
    individual_name: null,
    name: payer.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}

function openSession(stored: StoredSession | undefined, id: string, verb: string): StoredSession {
  if (!stored) throw missing('checkout.session', id, 'session');
  if (stored.session.status === 'open') return stored;
  const message = `Only Checkout Sessions with a status in ["open"] can be ${verb}d. This Checkout Session has a status of ${stored.session.status}.`;
  throw new StripeFailure(message, { param: 'session' });
}

function change(ledger: Ledger, stored: StoredSession, changes: Partial<Session>): Session {
  const session: Session = { ...stored.session, ...changes };
  ledger.sessions.put(session.id, { ...stored, session });
  return session;
}
