import Type from 'typebox';
import { noStore } from '../../platform/http/app-env.server.ts';
import { publicAccess, serve } from '../../platform/http/serve.server.ts';
import { anyQuery, idempotencyKey } from '../../platform/http/shapes.server.ts';
import { checkouts, products } from './calls.ts';
import { startCheckout } from './checkout/start-checkout.server.ts';
import {
  checkoutRequest,
  openedCheckoutSchema,
  productSchema,
  purchaseDetailSchema,
  purchaseQuery,
} from './contract.server.ts';
import { readPurchase } from './payments/purchase-detail.server.ts';
import { listProducts } from './products/list-products.server.ts';

export const productsApi = serve(products, publicAccess)
  .on('list', {
    summary: 'What guests can buy now',
    details: 'guests, beds and baths are those of the home it books, and absent when it books none.',
    query: anyQuery,
    response: Type.Array(productSchema),
    cache: 'untilContentChanges',
    run: ({ ctx }) => listProducts(ctx),
  })
  .on('purchase', {
    isOpenWhenClosed: true,
    summary: 'What was bought in a session that has been paid',
    details:
      'Nothing about a person. An unknown, unpaid or expired session has the same answer. 120 looks that find nothing paid in ten minutes for each client address.',
    query: purchaseQuery,
    response: purchaseDetailSchema,
    errors: ['notFound', 'tooMany', 'unavailable'],
    async run({ ctx, query, c }) {
      const detail = await readPurchase(ctx, query.sessionId);
      noStore(c);
      return detail;
    },
  });

export const checkoutsApi = serve(checkouts, publicAccess).on('open', {
  summary: 'Opens the hosted payment page for one product',
  details:
    'The price is the one in our table; other keys of the body are ignored. Repeating a request with the same Idempotency-Key gives the same page; using the key for another product is a conflict. 20 in an hour for each client address.',
  query: anyQuery,
  headers: { 'Idempotency-Key': idempotencyKey('Any text that is new for each purchase, such as a UUID') },
  body: checkoutRequest,
  response: openedCheckoutSchema,
  errors: ['notFound', 'conflict', 'conflict: site_closed', 'tooMany', 'unavailable'],
  async run({ ctx, json, headers, c }) {
    const opened = await startCheckout(ctx, json, headers['Idempotency-Key']);
    c.header('Cache-Control', 'no-store');
    return opened;
  },
});
