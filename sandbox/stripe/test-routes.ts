import { type Context, Hono } from 'hono';
import type { LoggedCall } from './api.ts';
import type { Ledger } from './database.ts';
import { answerDispute, closeDispute, openDispute, VERDICTS } from './disputes.ts';
import { NO_FAULTS, type Switches, setSwitches } from './fault-injection.ts';
import { failRefund } from './payments.ts';
import { completeSession, expireSession, findSession, settleSession } from './session-lifecycle.ts';
import { setAccount, setEndpoints } from './setup.ts';
import { StripeFailure } from './stripe-error.ts';
import { payLatestInvoice, RENEWALS, renewSubscription, STATES, setStatus } from './subscriptions.ts';

const STEPS = ['complete', 'expire', 'async_fail', 'async_succeed'];

/** What tests steer the provider with: the fault switches, the states of a session, the log of calls. */
export function testRoutes(ledger: Ledger, switches: Switches, calls: LoggedCall[]): Hono {
  const app = new Hono();
  app.get('/switches', (c) => c.json(switches));
  app.post('/switches', async (c) => {
    const problem = setSwitches(switches, await c.req.json());
    return problem ? c.json({ message: problem }, 400) : c.json(switches);
  });
  app.delete('/switches', (c) => c.json(Object.assign(switches, NO_FAULTS)));
  app.put('/test/account', async (c) => {
    const problem = setAccount(ledger.setup, await c.req.json().catch(() => null));
    return problem ? c.json({ message: problem }, 400) : c.json(ledger.setup.account);
  });
  app.put('/test/webhook_endpoints', async (c) => {
    const problem = setEndpoints(ledger.setup, await c.req.json().catch(() => null));
    return problem ? c.json({ message: problem }, 400) : c.json({ endpoints: ledger.setup.endpoints });
  });
  app.put('/test/expire', async (c) => {
    const { refuse } = await jsonIn(c);
    if (typeof refuse !== 'boolean') return c.json({ message: 'Send {"refuse": true} or false' }, 400);
    ledger.setup.refusesExpiry = refuse;
    return c.json({ refuse });
  });
  app.get('/test/requests', (c) => c.json(calls));
  app.delete('/test/requests', (c) => c.json(calls.splice(0)));

  /** JSON body, all optional: `email`, `name`, and for `complete` `unpaid: true` (a delayed payment method). */
  app.post('/test/sessions/:id/:step', async (c) => {
    const { id, step } = c.req.param();
    if (!STEPS.includes(step))
      return c.json({ message: `There is no step "${step}"; there are ${STEPS.join(', ')}` }, 404);
    return c.json(advance(ledger, id, step, await jsonIn(c)));
  });
  /** The billing of a subscription, without a call of the product; see sandbox/README.md. */
  app.post('/test/subscriptions/:id/:step', async (c) => {
    const { id, step } = c.req.param();
    const body = await jsonIn(c);
    if (step === 'renew') return c.json(renewSubscription(ledger, id, choice(body.invoice, RENEWALS)));
    if (step === 'pay') return c.json(payLatestInvoice(ledger, id));
    if (step === 'status') return c.json(setStatus(ledger, id, choice(body.status, STATES)));
    return c.json({ message: `There is no step "${step}"; there are renew, pay, status` }, 404);
  });
  app.post('/test/payments/:id/dispute', async (c) => {
    const { reason } = await jsonIn(c);
    return c.json(openDispute(ledger, c.req.param('id'), typeof reason === 'string' ? reason : 'fraudulent'));
  });
  app.post('/test/disputes/:id/answer', (c) => c.json(answerDispute(ledger, c.req.param('id'))));
  app.post('/test/disputes/:id/close', async (c) => {
    const { status } = await jsonIn(c);
    return c.json(closeDispute(ledger, c.req.param('id'), choice(status, VERDICTS)));
  });
  app.post('/test/refunds/:id/fail', (c) => c.json(failRefund(ledger, c.req.param('id'))));
  app.onError((error, c) => {
    if (error instanceof StripeFailure) return c.json(error.body(), error.status as 400);
    throw error;
  });
  return app;
}

/** The JSON of a request; an empty or broken one says nothing. */
const jsonIn = (c: Context): Promise<Record<string, unknown>> =>
  c.req.json<Record<string, unknown>>().catch(() => ({}));

/** The named one of several choices; the first when none is named. */
function choice<T extends string>(value: unknown, choices: readonly [T, ...T[]]): T {
  if (value === undefined) return choices[0];
  const chosen = choices.find((one) => one === value);
  if (chosen) return chosen;
  throw new StripeFailure(`${JSON.stringify(value)} is none of ${choices.join(', ')}`);
}

function advance(ledger: Ledger, id: string, step: string, body: Record<string, unknown>): object {
  if (step === 'expire') return expireSession(ledger, id);
  const { session } = findSession(ledger, id);
  const payer = {
    email: typeof body.email === 'string' ? body.email : (session.customer_email ?? 'guest@example.com'),
    name: typeof body.name === 'string' ? body.name : null,
    last4: typeof body.card === 'string' ? body.card.slice(-4) : '4242',
  };
  if (step === 'complete') return completeSession(ledger, id, payer, body.unpaid !== true);
  if (session.status === 'open') completeSession(ledger, id, payer, false);
  return settleSession(ledger, id, step === 'async_succeed');
}
