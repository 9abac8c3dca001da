import type { Price, PricedExtra, PriceRules, Promo, Stay } from './price.ts';
import { priceStay } from './price-stay.ts';

/** Lowers the rent just enough to keep the total within `maxTotal`; to zero if the fees alone cost more. */
export function cappedPrice(
  rules: PriceRules,
  stay: Stay,
  today: string,
  {
    promo,
    maxTotal,
    extras = [],
  }: { promo: Promo | null; maxTotal: number; extras?: readonly PricedExtra[] },
): Price {
  const full = priceStay(rules, stay, today, promo, 0, extras);
  if (full.total <= maxTotal) return full;
  let [tooLittle, enough] = [0, full.total];
  while (enough - tooLittle > 1) {
    const middle = Math.floor((tooLittle + enough) / 2);
    if (priceStay(rules, stay, today, promo, middle, extras).total <= maxTotal) enough = middle;
    else tooLittle = middle;
  }
  return priceStay(rules, stay, today, promo, enough, extras);
}
