import { ApiError, type Fetch } from '../../shared/http/api-error.ts';
import { listOf, objectWith, request, textIn } from '../../shared/http/request.ts';
import { type Result, toResult, withServerTimeout } from '../../shared/result.ts';
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

const pollDelaysMs = [1_500, 3_000];

const isPending = (error: unknown): boolean => error instanceof ApiError && error.status === 503;

/** Loads a purchase on the server; `pending` while the card provider is down, so that the browser goes on polling. */
export async function loadPurchase(
  api: Fetch,
  sessionId: string,
  fallback: string,
): Promise<Result<ConfirmedPurchase> | { pending: true }> {
  const purchase = shopClient(api).purchase(sessionId);
  const settled = purchase.catch((error: unknown) => {
    if (isPending(error)) return undefined;
    throw error;
  });
  const result = await withServerTimeout(toResult(settled, fallback));
  if (!('value' in result)) return result;
  return result.value ? { value: result.value } : { pending: true };
}

/** Loads a purchase in the browser, with two retries while the card provider is down. */
export async function pollPurchase(sessionId: string): Promise<ConfirmedPurchase> {
  for (const delayMs of pollDelaysMs) {
    try {
      return await shopClient().purchase(sessionId);
    } catch (error) {
      if (!isPending(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return shopClient().purchase(sessionId);
}
