import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { startSandbox } from './main.ts';
import type { SandboxOptions } from './options.ts';

const SECRET_KEY = 'sk_test_standin';
const WEBHOOK_SECRET = 'whsec_standin';

/** What a product would see: the raw webhook bodies with their signatures, and its own responses. */
type Delivery = { body: string; signature: string };

/** Stand-ins on free ports beside a small server that plays the product and takes webhooks. */
export async function openFixture(changes: Partial<SandboxOptions> = {}) {
  const deliveries: Delivery[] = [];
  const product = { status: 200, deliveries };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature']);
      if (request.url === '/api/webhooks/stripe')
        deliveries.push({ body: Buffer.concat(chunks).toString(), signature });
      response.writeHead(product.status).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const appUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    appUrl,
    stripeSecretKey: SECRET_KEY,
    stripeWebhookSecret: WEBHOOK_SECRET,
    googleClientId: 'client',
    googleClientSecret: 'client-secret',
    ...changes,
  });
  return {
    ...sandbox,
    appUrl,
    product,
    /** Waits until the product has received `count` events; returns them, verified, in order of arrival. */
    async events(count: number): Promise<Stripe.Event[]> {
      await until(() => deliveries.length >= count);
      const { webhooks } = stripeClient(sandbox.url);
      return deliveries.map(({ body, signature }) =>
        webhooks.constructEvent(body, signature, WEBHOOK_SECRET),
      );
    },
    async close() {
      await sandbox.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** The official client, pointed at the stand-in as the product points it. */
export function stripeClient(
  url: string,
  options: { key?: string; retries?: number; timeoutMs?: number } = {},
): Stripe {
  return new Stripe(options.key ?? SECRET_KEY, {
    host: 'localhost',
    port: Number(new URL(url).port),
    protocol: 'http',
    maxNetworkRetries: options.retries ?? 0,
    timeout: options.timeoutMs ?? 10_000,
    telemetry: false,
  });
}

/** A basket as the shop would ask for it. */
export function basket(appUrl: string): Stripe.Checkout.SessionCreateParams & { mode: 'payment' } {
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 2,
        price_data: {
          currency: 'usd',
          unit_amount: 12_550,
          product_data: { name: 'Beach week', description: 'Seven nights', images: [`${appUrl}/a.jpg`] },
        },
      },
    ],
    success_url: `${appUrl}/checkout/success?sessionId={CHECKOUT_SESSION_ID}`,
    cancel_url: `${appUrl}/checkout/cancel`,
    client_reference_id: 'checkout-1',
    metadata: { checkout: '1' },
    payment_intent_data: { description: 'Beach week', metadata: { checkout: '1' } },
  };
}

/** Sends JSON; returns the JSON of the response. */
export async function send(url: string, body: unknown = {}, method = 'POST'): Promise<unknown> {
  const init =
    method === 'POST' ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {};
  return (await fetch(url, { method, ...init })).json();
}

/** Presses a button of a page: sends a form, without following the redirect. */
export function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

/** Resolves when the condition holds; rejects after 45 s, a limit for what never comes. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 45_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('waited 45 seconds in vain');
    await new Promise((done) => setTimeout(done, 10));
  }
}
