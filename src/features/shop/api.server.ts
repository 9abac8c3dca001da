import { Hono } from 'hono';
import { validator } from 'hono/validator';
import Type from 'typebox';
import { cacheUntilContentChanges } from '../../platform/cache/response-cache.server.ts';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { jsonBody, jsonLimitBytes, readBody } from '../../platform/http/body.server.ts';
import { parseIdempotencyKey } from '../../platform/http/fields.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { AppError } from '../../shared/errors.ts';
import { type CheckoutRequest, type CheckoutRequestBody, parseCheckoutRequest } from './checkout/checkout.ts';
import { startCheckout } from './checkout/start-checkout.server.ts';
import { readPurchase } from './payments/purchase-detail.server.ts';
import { receiveWebhook } from './payments/webhook.server.ts';
import { invalidEvent } from './payments/webhook-event.ts';
import { listProducts } from './products/list-products.server.ts';
import { noSessionId } from './purchases/purchase.ts';
import {
  checkoutRequestSchema,
  openedCheckoutSchema,
  productSchema,
  purchaseDetailSchema,
} from './schemas.server.ts';

/** A `sessionId` that is missing, empty or given twice is none. */
const sessionIdQuery = validator('query', (query: Record<string, string | string[]>) => {
  const { sessionId } = query;
  if (typeof sessionId !== 'string' || sessionId === '') throw new AppError('invalid', noSessionId);
  return { sessionId };
});

export const shopApi = new Hono<ApiEnv>()
  .get(
    '/products',
    describeRoute({
      summary: 'What guests can buy now',
      details: 'guests, beds and baths are those of the home it books, and absent when it books none.',
      answer: Type.Array(productSchema),
    }),
    cacheUntilContentChanges,
    async (c) => c.json(await listProducts(c.get('ctx'))),
  )
  .post(
    '/create-checkout-session',
    describeRoute({
      summary: 'Opens the hosted payment page for one product',
      details:
        'The price is the one in our table; other keys of the body are ignored. Repeating a request with the same Idempotency-Key gives the same page; using the key for another product is a conflict. 20 in an hour for each client address.',
      headers: {
        'Idempotency-Key': {
          schema: Type.String({ minLength: 1, maxLength: 255 }),
          description: 'Any text that is new for each purchase, such as a UUID',
        },
      },
      body: checkoutRequestSchema,
      answer: openedCheckoutSchema,
      refusals: ['invalid', 'notFound', 'conflict', 'tooLarge', 'unsupportedType', 'tooMany', 'unavailable'],
    }),
    jsonBody<CheckoutRequest, CheckoutRequestBody>(parseCheckoutRequest),
    async (c) => {
      const key = parseIdempotencyKey(c.req.header('Idempotency-Key'));
      const opened = await startCheckout(c.get('ctx'), c.req.valid('json'), key);
      c.header('Cache-Control', 'no-store');
      return c.json(opened);
    },
  )
  .get(
    '/products/purchase-detail',
    describeRoute({
      summary: 'What was bought in a session that has been paid',
      details:
        'Nothing about a person. An unknown, unpaid or expired session has the same answer. 120 looks that find nothing paid in ten minutes for each client address.',
      query: {
        sessionId: {
          schema: Type.String(),
          required: true,
          description: 'The session in the address of the success page',
        },
      },
      answer: purchaseDetailSchema,
      refusals: ['invalid', 'notFound', 'tooMany', 'unavailable'],
    }),
    sessionIdQuery,
    async (c) => {
      const detail = await readPurchase(c.get('ctx'), c.req.valid('query').sessionId);
      noStore(c);
      return c.json(detail);
    },
  )
  .post(
    '/webhooks/stripe',
    describeRoute({
      summary: 'Where the card provider sends its events',
      details:
        'The signature over the raw body is checked before anything is read, and may be 300 seconds old. The event only says where to look; types that can change no purchase are taken and ignored.',
      headers: {
        'Stripe-Signature': {
          schema: Type.String(),
          required: true,
          description: 'As the provider signs its events',
        },
      },
      answer: Type.Object({ received: Type.Literal(true) }),
      refusals: ['invalid', 'unavailable'],
    }),
    async (c) => {
      await receiveWebhook(c.get('ctx'), await readEventBody(c.req.raw), c.req.header('Stripe-Signature'));
      return c.json({ received: true });
    },
  );

/** No event of the provider is near the limit, so a larger body is forged. */
async function readEventBody(request: Request): Promise<Buffer> {
  try {
    return await readBody(request, jsonLimitBytes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidEvent('body', error);
  }
}
