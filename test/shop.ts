import type Stripe from 'stripe';
import { afterAll } from 'vitest';
import { startSandbox } from '../sandbox/main.ts';
import type { Platform } from '../src/platform/context.server.ts';
import { createStripe } from '../src/platform/stripe.server.ts';
import { type TestApp, testApp } from './app.ts';

const secretKey = 'sk_test_stand_in';
const webhookSecret = 'whsec_stand_in';
/** Nothing listens there: the tests deliver events themselves, and decide when. */
const appUrl = 'http://localhost:9';

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** The API with the stand-in card provider behind it. */
export async function openShop(overrides: Partial<Platform> = {}) {
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    appUrl,
    stripeSecretKey: secretKey,
    stripeWebhookSecret: webhookSecret,
    googleClientId: 'client',
    googleClientSecret: 'secret',
  });
  // Two connections share one client, as two requests of one process do; the retry of a reset is the library's own.
  const openStripe = createStripe(secretKey, sandbox.url);
  const stripe = await openStripe();
  // A failed call is repeated as on the site, without its pause of half a second.
  stripe.getInitialNetworkRetryDelay = () => 0.01;
  const app: TestApp = await testApp({
    env: { APP_URL: appUrl, STRIPE_API_URL: sandbox.url },
    stripe: openStripe,
    ...overrides,
  });

  async function provider<Body>(method: string, path: string, json?: object): Promise<Body> {
    const response = await fetch(sandbox.url + path, {
      method,
      headers: { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
    return (await response.json()) as Body;
  }
  const faults = (switches: object) => provider('POST', '/stripe/switches', switches);
  await faults({ webhookLose: true });

  const { rows } = await app.platform.pool.query<{ id: string; billing_type: string }>(
    'select id, billing_type from products order by position, id',
  );
  const productId = rows.find((row) => row.billing_type === 'one_time')?.id ?? '';
  const monthlyId = rows.find((row) => row.billing_type === 'recurring')?.id ?? '';

  return {
    ...app,
    stripe,
    /** A product that is paid once, and one that renews each month. */
    productId,
    monthlyId,
    provider,
    faults,
    /** Sends the request of the shop page. */
    buy(id = productId, options: { headers?: Record<string, string>; from?: string; json?: unknown } = {}) {
      return app.request('POST', '/api/create-checkout-session', { json: basket(id), ...options });
    },
    /** Opens a checkout and gives its session's id. */
    async open(id = productId): Promise<string> {
      const response = await this.buy(id, { from: anyAddress() });
      return ((await response.json()) as { sessionId: string }).sessionId;
    },
    /** What happens on the hosted page: `complete` (with `unpaid` for a delayed method), `expire`, `async_fail`, … */
    step: (sessionId: string, name: string, json: object = {}) =>
      provider('POST', `/stripe/test/sessions/${sessionId}/${name}`, json),
    async pay(id = productId, payer: object = {}): Promise<string> {
      const sessionId = await this.open(id);
      await this.step(sessionId, 'complete', payer);
      return sessionId;
    },
    /** Pays another shop of the same account. @returns its session's id */
    async payAnotherShop(): Promise<string> {
      const price_data = { currency: 'usd', unit_amount: 500, product_data: { name: 'x' } };
      const { id } = await stripe.checkout.sessions.create({
        mode: 'payment',
        success_url: 'https://other.example/',
        line_items: [{ quantity: 1, price_data }],
      });
      await this.step(id, 'complete');
      return id;
    },
    /** The provider's events, oldest first. */
    async events(): Promise<Stripe.Event[]> {
      const { data } = await provider<{ data: Stripe.Event[] }>('GET', '/v1/events?limit=100');
      return data.toReversed();
    },
    /** Sends an event to the shop, signed as the provider signs it. */
    deliver(event: object) {
      const body = JSON.stringify(event);
      return app.request('POST', '/api/webhooks/stripe', { body, headers: signed(stripe, body) });
    },
    detail: (sessionId: string, from?: string) =>
      app.request('GET', `/api/products/purchase-detail?sessionId=${encodeURIComponent(sessionId)}`, {
        from,
      }),
    /** The provider's calls to open a session so far, by idempotency key. */
    async openingCalls(): Promise<string[]> {
      const calls = await provider<{ method: string; path: string; idempotencyKey: string }[]>(
        'GET',
        '/stripe/test/requests',
      );
      return calls
        .filter((call) => call.method === 'POST' && call.path === '/v1/checkout/sessions')
        .map((call) => call.idempotencyKey);
    },
    async sessions(): Promise<Stripe.Checkout.Session[]> {
      const { data } = await provider<{ data: Stripe.Checkout.Session[] }>(
        'GET',
        '/v1/checkout/sessions?limit=100',
      );
      return data;
    },
    checkouts: () => app.platform.db.selectFrom('checkouts').selectAll().orderBy('created_at').execute(),
    purchases: () => app.platform.db.selectFrom('purchases').selectAll().orderBy('purchased_at').execute(),
    async close() {
      await app.close();
      await sandbox.close();
    },
  };
}

/** Opens a shop for one test file, and closes it after the file's last test. */
export async function openShopForFile(overrides?: Partial<Platform>): Promise<Shop> {
  const shop = await openShop(overrides);
  afterAll(() => shop.close());
  return shop;
}

/** The request of the shop page for one product. */
export const basket = (productId: string) => ({
  products: [{ productId, quantity: 1 }],
  successRouter: '/checkout/success',
  cancelRouter: '/checkout/cancel',
});

/** @param secondsAgo how old the signature is */
export function signed(
  { webhooks }: Stripe,
  payload: string,
  { secondsAgo = 0, secret = webhookSecret } = {},
): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
  return { 'Stripe-Signature': webhooks.generateTestHeaderString({ payload, secret, timestamp }) };
}

let hosts = 0;

/** Another client address each time, for tests that are not about limits. */
export function anyAddress(): string {
  hosts += 1;
  return `198.51.${Math.floor(hosts / 250) % 250}.${(hosts % 250) + 1}`;
}

let guests = 0;

/** Another e-mail address each time, for tests that are not about limits. */
export function anyEmail(): string {
  guests += 1;
  return `guest-${guests}@guests.example`;
}
