import { type Fetch, readJson } from '../../shared/http/api-error.ts';
import { listOf, objectWith, textIn } from '../../shared/http/parse-response.ts';
import { typedClient } from '../../shared/http/rpc-client.ts';
import type { ShopApi } from './api.server.ts';
import { cancelPath, type OpenedCheckout, successPath } from './checkout/checkout.ts';
import { type ConfirmedPurchase, noPurchase } from './purchases/purchase.ts';
import type { Product, SpecifiedProduct } from './schemas.server.ts';

const parseProduct = objectWith<SpecifiedProduct, Product>({ pictures: [] });

type PurchaseProduct = ConfirmedPurchase['product'];
const parsePurchaseProduct = objectWith<Omit<PurchaseProduct, 'pictures'>, PurchaseProduct>({ pictures: [] });

function parsePurchase(body: unknown): ConfirmedPurchase {
  const purchase = objectWith<Omit<ConfirmedPurchase, 'currency'>, ConfirmedPurchase>({ currency: 'usd' })(
    body,
  );
  return { ...purchase, product: parsePurchaseProduct(purchase.product) };
}

/** Calls the shop API; in the browser with its own `fetch`. */
export function shopClient(fetch: Fetch = globalThis.fetch) {
  const api = typedClient<ShopApi>(fetch);
  return {
    products: (): Promise<Product[]> =>
      readJson(api.products.$get(), 'Failed to fetch products', listOf(parseProduct)),
    /** @param key the same for every attempt at one purchase */
    createCheckoutSession: (productId: string, key: string): Promise<Pick<OpenedCheckout, 'checkoutUrl'>> =>
      readJson(
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
        (body) => ({ checkoutUrl: textIn(body, 'checkoutUrl') }),
      ),
    purchase: (sessionId: string): Promise<ConfirmedPurchase> =>
      readJson(api.products['purchase-detail'].$get({ query: { sessionId } }), noPurchase, parsePurchase),
  };
}
