import { type Context, Hono } from 'hono';
import { isEmail } from './create-session.ts';
import type { Ledger, Session, StoredSession } from './database.ts';
import {
  authenticationPage,
  CARDS,
  closedPage,
  type Entry,
  payPage,
  receiptPage,
  successUrl,
} from './hosted-checkout-pages.ts';
import { completeSession, findSession } from './session-lifecycle.ts';
import { StripeFailure } from './stripe-error.ts';

const DECLINED = 'Your card was declined.';
const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** The hosted page: `/pay/{id}` with its buttons, and `/receipts/{charge}`. Needs no JavaScript. */
export function payPages(ledger: Ledger): Hono {
  const waiting = new Map<string, Entry>();
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'no-referrer');
    // Stripe's page may not be shown inside another page, so ours must not either.
    c.header('content-security-policy', "frame-ancestors 'none'; script-src 'none'; base-uri 'none'");
  });

  app.get('/pay/:id', (c) => {
    const stored = find(ledger, c.req.param('id'));
    if (stored?.session.status !== 'open') return c.html(closedPage(stored?.session), stored ? 200 : 404);
    return c.html(payPage(stored, waiting.get(stored.session.id) ?? firstEntry(stored)));
  });

  app.post('/pay/:id/pay', async (c) => {
    const stored = find(ledger, c.req.param('id'));
    if (stored?.session.status !== 'open') return leave(c, stored?.session);
    const entry = entryIn(await c.req.parseBody());
    if (!isEmail(entry.email)) return c.html(payPage(stored, entry, 'Enter your email address.'));
    if (entry.card === CARDS[1].number) return c.html(payPage(stored, entry, DECLINED));
    if (entry.card === CARDS[0].number || entry.card === CARDS[3].number)
      return pay(c, stored.session.id, entry);
    if (entry.card !== CARDS[2].number)
      return c.html(payPage(stored, entry, 'Choose one of the test cards.'));
    waiting.set(stored.session.id, entry);
    return c.redirect(`/stripe/pay/${stored.session.id}/authenticate`, 303);
  });

  app.get('/pay/:id/authenticate', (c) => {
    const stored = find(ledger, c.req.param('id'));
    if (stored?.session.status !== 'open') return c.html(closedPage(stored?.session), stored ? 200 : 404);
    if (!waiting.has(stored.session.id)) return c.redirect(`/stripe/pay/${stored.session.id}`, 303);
    return c.html(authenticationPage(stored.session));
  });

  app.post('/pay/:id/authenticate', async (c) => {
    const stored = find(ledger, c.req.param('id'));
    if (stored?.session.status !== 'open') return leave(c, stored?.session);
    const entry = waiting.get(stored.session.id);
    if (!entry) return c.redirect(`/stripe/pay/${stored.session.id}`, 303);
    const { outcome } = await c.req.parseBody();
    if (outcome !== 'complete') return c.html(payPage(stored, entry, NOT_AUTHENTICATED));
    return pay(c, stored.session.id, entry);
  });

  app.get('/receipts/:id', (c) => {
    const charge = ledger.charges.get(c.req.param('id'));
    return charge ? c.html(receiptPage(charge)) : c.html(closedPage(undefined), 404);
  });

  function pay(c: Context, id: string, entry: Entry): Response {
    waiting.delete(id);
    const session = completeSession(ledger, id, {
      email: entry.email,
      name: entry.name || null,
      last4: entry.card.slice(-4),
    });
    return c.redirect(successUrl(session), 303);
  }
  return app;
}

/** A second press of Pay, after the first has paid, leads to the same place. */
function leave(c: Context, session: Session | undefined): Response | Promise<Response> {
  if (session?.status === 'complete') return c.redirect(successUrl(session), 303);
  return c.html(closedPage(session), session ? 200 : 404);
}

function find(ledger: Ledger, id: string): StoredSession | undefined {
  try {
    return findSession(ledger, id);
  } catch (error) {
    if (error instanceof StripeFailure) return undefined;
    throw error;
  }
}

function firstEntry({ session }: StoredSession): Entry {
  return { email: session.customer_email ?? '', name: '', card: CARDS[0].number };
}

function entryIn(form: Record<string, unknown>): Entry {
  const text = (key: string) => (typeof form[key] === 'string' ? form[key].trim() : '');
  return { email: text('email'), name: text('name'), card: text('card').replaceAll(' ', '') };
}
