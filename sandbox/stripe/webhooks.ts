import { createHmac } from 'node:crypto';
import type { StoredEvent } from './database.ts';
import type { Switches } from './fault-injection.ts';

const FIRST_PAUSE_MS = 500;
const TRIES = 8;
const RESPONSE_TIMEOUT_MS = 10_000;
const REORDER_WITHIN_MS = 300;

type Endpoint = { url: string; secret: string; switches: Switches; log: (line: string) => void };

/**
 * Sends events to the product, signed like Stripe's (`Stripe-Signature: t=…,v1=…` over the raw body), each up to
 * eight times with growing pauses until the response is a 2xx. `acknowledged` is called for each event that needs no
 * further try.
 */
export function openWebhooks(endpoint: Endpoint, acknowledged: (event: StoredEvent) => void) {
  const { switches, log } = endpoint;
  const closing = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  let held: StoredEvent[] = [];

  function later(milliseconds: number, act: () => void): void {
    if (closing.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, milliseconds);
    timers.add(timer);
  }

  async function attempt(event: StoredEvent, number: number): Promise<void> {
    const failure = await post(endpoint, event, closing.signal);
    if (closing.signal.aborted) return;
    if (failure === undefined) return acknowledged(event);
    log(`card provider: ${event.type} not accepted (${failure}), try ${number} of ${TRIES}`);
    if (number < TRIES) later(FIRST_PAUSE_MS * 2 ** (number - 1), () => void attempt(event, number + 1));
  }

  function dispatch(event: StoredEvent): void {
    for (let copy = 0; copy < switches.webhookCopies; copy++) void attempt(event, 1);
  }

  async function releaseBackwards(): Promise<void> {
    const events = held.reverse();
    held = [];
    for (const event of events) {
      for (let copy = 0; copy < switches.webhookCopies; copy++) await attempt(event, 1);
    }
  }

  return {
    /** Sends an event as the switches say. */
    send(event: StoredEvent): void {
      const delayMs = switches.webhookDelaySeconds * 1000;
      if (switches.webhookLose) {
        acknowledged(event);
      } else if (switches.webhookReorder) {
        held.push(event);
        if (held.length === 1) later(delayMs + REORDER_WITHIN_MS, () => void releaseBackwards());
      } else {
        later(delayMs, () => dispatch(event));
      }
    },
    close(): void {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

async function post(
  endpoint: Endpoint,
  event: StoredEvent,
  closing: AbortSignal,
): Promise<string | undefined> {
  const body = JSON.stringify(event, null, 2);
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(body, endpoint.secret),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `status ${response.status}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The `Stripe-Signature` header for a body sent now. */
function signature(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
