import Type from 'typebox';
import type { Description } from '../../platform/openapi/document.server.ts';
import { checkoutRequestSchema, openedCheckoutSchema } from './checkout/checkout.schema.server.ts';
import { productSchema } from './products/product.schema.server.ts';
import { purchaseDetailSchema, purchasedProductSchema } from './purchases/purchase.schema.server.ts';

// What the API's own pages say about each call of the shop.

const text = Type.String();

export const descriptions = {
  products: {
    summary: 'What guests can buy now',
    details: 'guests, beds and baths are those of the home it books, and absent when it books none.',
    answer: Type.Array(productSchema),
  },
  createCheckoutSession: {
    summary: 'Opens the hosted payment page for one product',
    details:
      'The price is the one in our table; other keys of the body are ignored. Repeating a request with the same Idempotency-Key gives the same page; using the key for another product is a conflict. 20 in an hour for each client address.',
    headers: {
      'Idempotency-Key': {
        schema: Type.String({ minLength: 8, maxLength: 255 }),
        description: 'Any text that is new for each purchase, such as a UUID',
      },
    },
    body: checkoutRequestSchema,
    answer: openedCheckoutSchema,
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
    answer: purchaseDetailSchema,
    refusals: ['invalid', 'notFound', 'tooMany', 'unavailable'],
  },
  purchasedProducts: {
    summary: 'What the person who is signed in has bought',
    details: 'Everything paid with their confirmed address, also before they had an account; newest first.',
    answer: Type.Array(purchasedProductSchema),
    refusals: ['unauthenticated'],
  },
  stripeWebhook: {
    summary: 'Where the card provider sends its events',
    details:
      'The signature over the raw body is checked before anything is read, and may be 300 seconds old. The event only says where to look; types that can change no purchase are taken and ignored.',
    headers: {
      'Stripe-Signature': { schema: text, required: true, description: 'As the provider signs its events' },
    },
    answer: Type.Object({ received: Type.Literal(true) }),
    refusals: ['invalid', 'unavailable'],
  },
} satisfies Record<string, Description>;
