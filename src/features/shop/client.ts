import type { Fetch } from '../../shared/http/api-error.ts';
import { listOf, objectWith, textIn } from '../../shared/http/parse-response.ts';
import { request } from '../../shared/http/request.ts';
import {
  type CheckoutRequestBody,
  cancelPath,
  type OpenedCheckout,
  successPath,
} from './checkout/checkout.ts';
import { type ConfirmedPurchase, noPurchase } from './purchases/purchase.ts';
import type { Product, SpecifiedProduct } from './schemas.server.ts';

const parseProduct = objectWith<SpecifiedProduct, Product>({ pictures: [] });

type PurchaseProduct = ConfirmedPurchase['product'];
const parsePurchaseProduct = objectWith<Omit<PurchaseProduct, 'pictures'>, PurchaseProduct>({ pictures: [] });

function parsePurchase(body: unknown): ConfirmedPurchase {
  const parse = objectWith<Omit<ConfirmedPurchase, 'currency'>, ConfirmedPurchase>({ currency: 'usd' });
  const purchase = parse(body);
  return { ...purchase, product: parsePurchaseProduct(purchase.product) };
}

/** Calls the shop API; in the browser with its own `fetch`. */
export const shopClient = (fetch: Fetch = globalThis.fetch) => ({
  products: (): Promise<Product[]> =>
    request(fetch, '/api/products', 'Failed to fetch products', { parse: listOf(parseProduct) }),
  /** @param key the same for every attempt at one purchase */
  createCheckoutSession: (productId: string, key: string): Promise<Pick<OpenedCheckout, 'checkoutUrl'>> =>
    request(fetch, '/api/create-checkout-session', 'Payment failed', {
      method: 'POST',
      headers: { 'Idempotency-Key': key },
      json: {
        products: [{ productId, quantity: 1 }],
        successRouter: successPath,
        cancelRouter: cancelPath,
      } satisfies CheckoutRequestBody,
      parse: (body) => ({ checkoutUrl: textIn(body, 'checkoutUrl') }),
    }),
  purchase: (sessionId: string): Promise<ConfirmedPurchase> =>
    request(fetch, '/api/products/purchase-detail', noPurchase, {
      query: { sessionId },
      parse: parsePurchase,
    }),
});
