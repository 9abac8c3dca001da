import type { Description } from '../../platform/openapi.server.ts';
import { cancelPath, successPath } from './checkout.ts';

// What the API's own pages say about each call of the shop, as JSON Schema.

const text = { type: 'string' };
const integer = { type: 'integer' };
const list = (items: object) => ({ type: 'array', items });
const record = (properties: Record<string, object>, optional: string[] = []) => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});

const picture = record({
  src: text,
  alt: text,
  width: integer,
  height: integer,
  widths: list(integer),
  blur: text,
});
const cents = { ...integer, description: 'Minor units: 17500 is $175.00' };
const currency = { ...text, pattern: '^[a-z]{3}$' };
const shown = { id: text, name: text, description: text, images: list(text), pictures: list(picture) };

export const descriptions = {
  products: {
    summary: 'What guests can buy now',
    details: 'guests, beds and baths are those of the home it books, and absent when it books none.',
    answer: list(
      record(
        {
          ...shown,
          price: cents,
          currency,
          billingType: { enum: ['one_time', 'recurring'] },
          billingPeriod: { enum: ['day', 'week', 'month', 'year', null] },
          guests: integer,
          beds: integer,
          baths: integer,
        },
        ['guests', 'beds', 'baths'],
      ),
    ),
  },
  createCheckoutSession: {
    summary: 'Opens the hosted payment page for one product',
    details:
      'The price is the one in our table; other keys of the body are ignored. Repeating a request with the same Idempotency-Key gives the same page; using the key for another product is a conflict. 20 in an hour for each client address.',
    headers: {
      'Idempotency-Key': {
        schema: { type: 'string', minLength: 8, maxLength: 255 },
        description: 'Any text that is new for each purchase, such as a UUID',
      },
    },
    body: record({
      products: {
        ...list(record({ productId: { type: 'string', format: 'uuid' }, quantity: { const: 1 } })),
        minItems: 1,
        maxItems: 1,
      },
      successRouter: { const: successPath },
      cancelRouter: { const: cancelPath },
    }),
    answer: record({ checkoutUrl: text, sessionId: text }),
    refusals: ['invalid', 'notFound', 'conflict', 'tooLarge', 'unsupportedType', 'tooMany', 'unavailable'],
  },
  purchaseDetail: {
    summary: 'What was bought in a session that has been paid',
    details:
      'Nothing about a person. An unknown, unpaid or expired session has the same answer. 120 looks that find nothing paid in ten minutes for each client address.',
    query: {
      sessionId: {
        schema: text,
        required: true,
        description: 'The session in the address of the success page',
      },
    },
    answer: record(
      {
        product: record(shown),
        type: { enum: ['payment', 'subscription'] },
        expiresAt: { type: 'string', format: 'date-time', description: 'Up to when a subscription is paid' },
        orderId: text,
        amount: cents,
        currency,
      },
      ['expiresAt'],
    ),
    refusals: ['invalid', 'notFound', 'tooMany', 'unavailable'],
  },
  purchasedProducts: {
    summary: 'What the person who is signed in has bought',
    details: 'Everything paid with their confirmed address, also before they had an account; newest first.',
    answer: list(
      record(
        {
          productId: text,
          name: text,
          price: cents,
          currency,
          purchaseDate: { type: 'string', format: 'date-time' },
          expiresAt: { type: 'string', format: 'date-time' },
          status: { enum: ['active', 'refunded', 'ended'] },
        },
        ['expiresAt'],
      ),
    ),
    refusals: ['unauthenticated'],
  },
  stripeWebhook: {
    summary: 'Where the card provider sends its events',
    details:
      'The signature over the raw body is checked before anything is read, and may be 300 seconds old. The event only says where to look.',
    headers: {
      'Stripe-Signature': { schema: text, required: true, description: 'As the provider signs its events' },
    },
    answer: record({ received: { const: true } }),
    refusals: ['invalid', 'unavailable'],
  },
} satisfies Record<string, Description>;
