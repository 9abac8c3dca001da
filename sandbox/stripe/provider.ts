import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Journal } from '../append-log.ts';
import { type LoggedCall, stripeApi } from './api.ts';
import { type Ledger, openLedger } from './database.ts';
import { NO_FAULTS, type Switches } from './fault-injection.ts';
import { payPages } from './hosted-checkout.ts';
import { expireOverdue } from './session-lifecycle.ts';
import { testRoutes } from './test-routes.ts';
import { openWebhooks } from './webhooks.ts';

const OVERDUE_CHECK_MS = 2000;

type Options = {
  origin: string;
  appUrl: string;
  secretKey: string;
  webhookSecret: string;
  journal: Journal;
  log: (line: string) => void;
};

/** The card provider: `api` belongs at `/v1` and `/stripe/v1`, `pages` at `/stripe`. */
export function openCardProvider(options: Options) {
  const switches: Switches = { ...NO_FAULTS };
  const calls: LoggedCall[] = [];
  const endpoint = {
    url: `${options.appUrl}/api/webhooks/stripe`,
    secret: options.webhookSecret,
    switches,
    log: options.log,
  };
  const webhooks = openWebhooks(endpoint, (event) =>
    ledger.events.put(event.id, { ...event, pending_webhooks: 0 }),
  );
  const ledger: Ledger = openLedger(options.journal, options.origin, webhooks.send);
  const api = stripeApi({ ledger, journal: options.journal, secretKey: options.secretKey, switches, calls });
  const pages = new Hono<{ Bindings: HttpBindings }>();
  pages.route('/v1', api);
  pages.route('/', testRoutes(ledger, switches, calls));
  pages.route('/', payPages(ledger));

  // Events the product had not acknowledged when the last process ended.
  for (const event of ledger.events.all()) if (event.pending_webhooks > 0) webhooks.send(event);
  const clock = setInterval(() => expireOverdue(ledger, ledger.now()), OVERDUE_CHECK_MS);
  clock.unref();
  return {
    api,
    pages,
    close() {
      clearInterval(clock);
      webhooks.close();
    },
  };
}
