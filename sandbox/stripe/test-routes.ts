import { Hono } from 'hono';
import type { LoggedCall } from './api.ts';
import type { Ledger } from './ledger.ts';
import { Refusal } from './refusal.ts';
import { completeSession, expireSession, findSession, settleSession } from './session-life.ts';
import { NO_FAULTS, type Switches, setSwitches } from './switches.ts';

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
  app.get('/test/requests', (c) => c.json(calls));
  app.delete('/test/requests', (c) => c.json(calls.splice(0)));

  /** JSON body, all optional: `email`, `name`, and for `complete` `unpaid: true` (a delayed payment method). */
  app.post('/test/sessions/:id/:step', async (c) => {
    const { id, step } = c.req.param();
    if (!STEPS.includes(step))
      return c.json({ message: `There is no step "${step}"; there are ${STEPS.join(', ')}` }, 404);
    const body = await c.req.json<Record<string, unknown>>().catch(() => ({}) as Record<string, unknown>);
    return c.json(advance(ledger, id, step, body));
  });
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json(error.body(), error.status as 400);
    throw error;
  });
  return app;
}

function advance(ledger: Ledger, id: string, step: string, body: Record<string, unknown>): object {
  if (step === 'expire') return expireSession(ledger, id);
  const { session } = findSession(ledger, id);
  const payer = {
    email: typeof body.email === 'string' ? body.email : (session.customer_email ?? 'guest@example.com'),
    name: typeof body.name === 'string' ? body.name : null,
    last4: '4242',
  };
  if (step === 'complete') return completeSession(ledger, id, payer, body.unpaid !== true);
  if (session.status === 'open') completeSession(ledger, id, payer, false);
  return settleSession(ledger, id, step === 'async_succeed');
}
