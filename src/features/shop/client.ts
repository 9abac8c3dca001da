import { bodyOf, type Fetch } from '../../shared/api-client.ts';
import { typedClient } from '../../shared/typed-client.ts';
import type { ShopApi } from './api.server.ts';
import { cancelPath, type OpenedCheckout, successPath } from './checkout.ts';
import type { Product } from './product.ts';
import { noPurchase, type PurchaseDetail } from './purchase.ts';

/** Calls the shop API; in the browser with its own `fetch`. */
export function shopClient(fetch: Fetch = globalThis.fetch) {
  const api = typedClient<ShopApi>(fetch);
  return {
    products: (): Promise<Product[]> => bodyOf(api.products.$get(), 'Failed to fetch products'),
    /** @param key the same for every attempt at one purchase, so that none is opened twice */
    openCheckout: (productId: string, key: string): Promise<OpenedCheckout> =>
      bodyOf(
        api['create-checkout-session'].$post(
          {
            json: {
              products: [{ productId, quantity: 1 }],
              successRouter: successPath,
              cancelRouter: cancelPath,
            },
          },
          { headers: { 'Idempotency-Key': key } },
        ),
        'Payment failed',
      ),
    purchase: (sessionId: string): Promise<PurchaseDetail> =>
      bodyOf(api.products['purchase-detail'].$get({ query: { sessionId } }), noPurchase),
  };
}
