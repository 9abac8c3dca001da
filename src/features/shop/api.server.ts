import { Hono } from 'hono';
import { validator } from 'hono/validator';
import { type ApiEnv, jsonLimitBytes, keepPrivate, readBody, validJson } from '../../platform/http.server.ts';
import { describeCall } from '../../platform/openapi.server.ts';
import { sameForEveryone } from '../../platform/shared-answers.server.ts';
import { AppError } from '../../shared/errors.ts';
import { listProducts, readPurchase } from './actions.server.ts';
import {
  type CheckoutRequest,
  type CheckoutRequestBody,
  parseCheckoutRequest,
  parseRequestKey,
} from './checkout.ts';
import { descriptions } from './descriptions.server.ts';
import { openCheckout } from './open-checkout.server.ts';
import { noSessionId } from './purchase.ts';
import { listPurchases } from './purchased-products.server.ts';
import { receiveEvent } from './webhook.server.ts';
import { notAnEvent } from './webhook-event.ts';

/** A `sessionId` that is missing, empty or there twice is none. */
const sessionIdQuery = validator('query', (query: Record<string, string | string[]>) => {
  const { sessionId } = query;
  if (typeof sessionId !== 'string' || sessionId === '') throw new AppError('invalid', noSessionId);
  return { sessionId };
});

export const shopApi = new Hono<ApiEnv>()
  .get('/products', describeCall(descriptions.products), sameForEveryone, async (c) =>
    c.json(await listProducts(c.get('ctx'))),
  )
  .post(
    '/create-checkout-session',
    describeCall(descriptions.createCheckoutSession),
    validJson<CheckoutRequest, CheckoutRequestBody>(parseCheckoutRequest),
    async (c) => {
      const key = parseRequestKey(c.req.header('Idempotency-Key'));
      const opened = await openCheckout(c.get('ctx'), c.req.valid('json'), key);
      c.header('Cache-Control', 'no-store');
      return c.json(opened);
    },
  )
  .get('/products/purchase-detail', describeCall(descriptions.purchaseDetail), sessionIdQuery, async (c) => {
    const detail = await readPurchase(c.get('ctx'), c.req.valid('query').sessionId);
    keepPrivate(c);
    return c.json(detail);
  })
  .get('/purchased-products', describeCall(descriptions.purchasedProducts), async (c) => {
    const purchases = await listPurchases(c.get('ctx'));
    keepPrivate(c);
    return c.json(purchases);
  })
  .post('/webhooks/stripe', describeCall(descriptions.stripeWebhook), async (c) => {
    await receiveEvent(c.get('ctx'), await rawEvent(c.req.raw), c.req.header('Stripe-Signature'));
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
