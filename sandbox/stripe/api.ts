import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import type { Journal } from '../append-log.ts';
import { API_VERSION, type Ledger, newId } from './database.ts';
import { CALLS, run } from './endpoints.ts';
import type { Switches } from './fault-injection.ts';
import { parseForm } from './form.ts';
import { type Answer, openIdempotency } from './idempotency.ts';
import { StripeFailure } from './stripe-error.ts';

/** A line of the log of calls, which shows a test what the product called, and how often. */
export type LoggedCall = {
  at: string;
  method: string;
  path: string;
  idempotencyKey: string | null;
  status: number | null;
};

type Env = { Bindings: HttpBindings };
type Options = {
  ledger: Ledger;
  journal: Journal;
  secretKey: string;
  switches: Switches;
  calls: LoggedCall[];
};

/** The provider's API below `/v1`: key check, faults, idempotency, Stripe's errors. */
export function stripeApi(options: Options): Hono<Env> {
  const { ledger, journal, switches, calls } = options;
  const once = openIdempotency(journal);
  const app = new Hono<Env>();
  for (const [method, path, act] of CALLS) {
    app.on(method, path, async (c) => {
      const text = method === 'GET' ? new URL(c.req.url).search.slice(1) : await c.req.text();
      return answer(c, async () => {
        checkKey(c.req.header('authorization'), options.secretKey);
        if (switches.apiStatus === 429) throw tooMany();
        const key = method === 'POST' ? c.req.header('idempotency-key') : undefined;
        return once(key, `${method} ${c.req.path} ${text}`, async () => {
          if (switches.apiStatus === 500) return failure();
          const body = run(act, ledger, parseForm(text), c.req.param('id') ?? '');
          if (switches.apiHangSeconds > 0) await pause(switches.apiHangSeconds * 1000, null, { ref: false });
          return switches.apiFailAfterEffect ? failure() : { status: 200, body };
        });
      });
    });
  }
  app.all('*', (c) =>
    answer(c, async () => {
      throw new StripeFailure(`Unrecognized request URL (${c.req.method}: ${c.req.path}).`, { status: 404 });
    }),
  );

  async function answer(c: Context<Env>, act: () => Promise<Answer>): Promise<Response> {
    const call: LoggedCall = {
      at: new Date().toISOString(),
      method: c.req.method,
      path: c.req.path.replace(/^\/stripe/, ''),
      idempotencyKey: c.req.header('idempotency-key') ?? null,
      status: null,
    };
    calls.push(call);
    if (calls.length > 2000) calls.shift();
    const { status, body, replayed } = await act().catch(refused);
    call.status = status;
    if (switches.apiReset) {
      c.env.incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    return new Response(`${JSON.stringify(body, null, 2)}\n`, {
      status,
      headers: responseHeaders(call, replayed),
    });
  }
  return app;
}

function responseHeaders(call: LoggedCall, replayed = false): Record<string, string> {
  return {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'request-id': newId('req', 14),
    'stripe-version': API_VERSION,
    ...(call.idempotencyKey ? { 'idempotency-key': call.idempotencyKey } : {}),
    ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
  };
}

function checkKey(authorization: string | undefined, secretKey: string): void {
  const [scheme, value = ''] = authorization?.split(' ') ?? [];
  const key = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().replace(/:$/, '') : value;
  if (key === '') {
    throw new StripeFailure(
      'You did not provide an API key. You need to provide your API key in the Authorization header.',
      { status: 401 },
    );
  }
  const given = Buffer.from(key);
  const right = Buffer.from(secretKey);
  if (given.length === right.length && timingSafeEqual(given, right)) return;
  const masked = `${key.slice(0, 8)}${'*'.repeat(Math.max(key.length - 12, 4))}${key.slice(-4)}`;
  throw new StripeFailure(`Invalid API Key provided: ${masked}`, { status: 401 });
}

function tooMany(): StripeFailure {
  const message = 'Request rate limit exceeded. You have exceeded the rate limit of your account.';
  return new StripeFailure(message, { status: 429, code: 'rate_limit' });
}

function failure(): Answer {
  const message = 'An unknown error occurred. (The stand-in was told to fail.)';
  return { status: 500, body: new StripeFailure(message, { status: 500, type: 'api_error' }).body() };
}

function refused(error: unknown): Answer {
  if (error instanceof StripeFailure) return { status: error.status, body: error.body() };
  throw error;
}
