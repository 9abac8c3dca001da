import type { AnalyticsEvent, Basket } from '../../analytics/events.ts';
import type { Product, PurchaseDetail } from '../contract.server.ts';

/** A purchase as the success page has it; a server may send no more than the specification names. */
export type ConfirmedPurchase = Omit<PurchaseDetail, 'orderId' | 'amount'> &
  Partial<Pick<PurchaseDetail, 'orderId' | 'amount'>>;

function toCartItems({ id, name }: { id: string; name: string }, cents: number, currency: string): Basket {
  const price = cents / 100;
  return { value: price, currency: currency.toUpperCase(), items: [{ id, name, quantity: 1, price }] };
}

export const cartEvent = (product: Product): Basket => toCartItems(product, product.price, product.currency);

/** Makes the purchase event; its value is 0 USD without an amount from the server, as specified. */
export function purchaseEvent(
  detail: Pick<ConfirmedPurchase, 'product'> & Partial<ConfirmedPurchase>,
): AnalyticsEvent {
  const { product, orderId, amount = 0, currency = 'usd' } = detail;
  return { name: 'Purchase', orderId, ...toCartItems(product, amount, currency) };
}
