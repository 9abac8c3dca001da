import { Hono } from 'hono';
import { validator } from 'hono/validator';
import { cacheUntilContentChanges } from '../../platform/cache/response-cache.server.ts';
import { type ApiEnv, jsonBody, jsonLimitBytes, noStore, readBody } from '../../platform/http/http.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { AppError } from '../../shared/errors.ts';
import { listProducts, readPurchase } from './actions.server.ts';
import {
  type CheckoutRequest,
  type CheckoutRequestBody,
  parseCheckoutRequest,
  parseRequestKey,
} from './checkout/checkout.ts';
import { startCheckout } from './checkout/start-checkout.server.ts';
import { descriptions } from './descriptions.server.ts';
import { receiveWebhook } from './payments/webhook.server.ts';
import { notAnEvent } from './payments/webhook-event.ts';
import { noSessionId } from './purchases/purchase.ts';
import { listPurchases } from './purchases/purchased-products.server.ts';

/** A `sessionId` that is missing, empty or there twice is none. */
const sessionIdQuery = validator('query', (query: Record<string, string | string[]>) => {
  const { sessionId } = query;
  if (typeof sessionId !== 'string' || sessionId === '') throw new AppError('invalid', noSessionId);
  return { sessionId };
});

export const shopApi = new Hono<ApiEnv>()
  .get('/products', describeRoute(descriptions.products), cacheUntilContentChanges, async (c) =>
    c.json(await listProducts(c.get('ctx'))),
  )
  .post(
    '/create-checkout-session',
    describeRoute(descriptions.createCheckoutSession),
    jsonBody<CheckoutRequest, CheckoutRequestBody>(parseCheckoutRequest),
    async (c) => {
      const key = parseRequestKey(c.req.header('Idempotency-Key'));
      const opened = await startCheckout(c.get('ctx'), c.req.valid('json'), key);
      c.header('Cache-Control', 'no-store');
      return c.json(opened);
    },
  )
  .get('/products/purchase-detail', describeRoute(descriptions.purchaseDetail), sessionIdQuery, async (c) => {
    const detail = await readPurchase(c.get('ctx'), c.req.valid('query').sessionId);
    noStore(c);
    return c.json(detail);
  })
  .get('/purchased-products', describeRoute(descriptions.purchasedProducts), async (c) => {
    const purchases = await listPurchases(c.get('ctx'));
    noStore(c);
    return c.json(purchases);
  })
  .post('/webhooks/stripe', describeRoute(descriptions.stripeWebhook), async (c) => {
    await receiveWebhook(c.get('ctx'), await rawEvent(c.req.raw), c.req.header('Stripe-Signature'));
    return c.json({ received: true });
  });

export type ShopApi = typeof shopApi;

/** No event of the provider is near the limit, so a larger body is a forged one. */
async function rawEvent(request: Request): Promise<Buffer> {
  try {
    return await readBody(request, jsonLimitBytes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw notAnEvent('body', error);
  }
}
