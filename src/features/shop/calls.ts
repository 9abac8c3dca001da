import { calls, get, post } from '../../shared/http/calls.ts';
import { listOf, objectWith, textIn } from '../../shared/http/request.ts';
import type {
  CheckoutRequest,
  OpenedCheckout,
  Product,
  PurchaseDetail,
  PurchaseQuery,
} from './contract.server.ts';
import { noPurchase } from './purchases/messages.ts';
import type { ConfirmedPurchase } from './purchases/purchase.ts';

const parseProduct = objectWith<Omit<Product, 'pictures'>, Product>({ pictures: [] });

type PurchaseProduct = ConfirmedPurchase['product'];
const parsePurchaseProduct = objectWith<Omit<PurchaseProduct, 'pictures'>, PurchaseProduct>({ pictures: [] });

function parsePurchase(body: unknown): ConfirmedPurchase {
  const parse = objectWith<Omit<ConfirmedPurchase, 'currency'>, ConfirmedPurchase>({ currency: 'usd' });
  const purchase = parse(body);
  return { ...purchase, product: parsePurchaseProduct(purchase.product) };
}

export const products = calls('/products', {
  list: get<Product[]>('', 'Failed to fetch products', { parse: listOf(parseProduct) }),
  purchase: get<PurchaseDetail, PurchaseQuery, ConfirmedPurchase>('/purchase-detail', noPurchase, {
    parse: parsePurchase,
  }),
});

export const checkouts = calls('/create-checkout-session', {
  open: post<CheckoutRequest, OpenedCheckout, undefined, Pick<OpenedCheckout, 'checkoutUrl'>>(
    '',
    'Payment failed',
    { parse: (body) => ({ checkoutUrl: textIn(body, 'checkoutUrl') }) },
  ),
});
