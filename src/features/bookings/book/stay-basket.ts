import type { Basket } from '../../analytics/events.ts';

/** A stay as analytics counts it: one thing at its whole price. */
export function stayBasket(
  { property, total, currency }: { property: string; total: number; currency: string },
  name: string,
): Basket {
  const price = total / 100;
  return {
    value: price,
    currency: currency.toUpperCase(),
    items: [{ id: property, name, quantity: 1, price }],
  };
}
