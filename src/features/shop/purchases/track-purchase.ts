import type { AnalyticsEvent, Basket } from '../../analytics/events.ts';
import type { Product } from '../products/product.ts';
import type { ConfirmedPurchase } from './purchase.ts';

/** One product at a price in minor units. */
function toCartItems({ id, name }: { id: string; name: string }, cents: number, currency: string): Basket {
  const price = cents / 100;
  return { value: price, currency: currency.toUpperCase(), items: [{ id, name, quantity: 1, price }] };
}

/** The basket of a product in the shop. */
export const cartEvent = (product: Product): Basket => toCartItems(product, product.price, product.currency);

/** A purchase as the specification tells it, value 0 in USD, or with its true amount where the server says it. */
export function purchaseEvent(
  detail: Pick<ConfirmedPurchase, 'product'> & Partial<ConfirmedPurchase>,
): AnalyticsEvent {
  const { product, orderId, amount = 0, currency = 'usd' } = detail;
  return { name: 'Purchase', orderId, ...toCartItems(product, amount, currency) };
}
