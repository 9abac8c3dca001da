import { listNights } from '../../../shared/nights.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { nightRules } from '../../listings/night-rules.ts';
import {
  type Price,
  type PricedExtra,
  type PriceLine,
  type PriceRules,
  type Promo,
  type Stay,
  sum,
} from './price.ts';
import {
  discountLines,
  extraLines,
  feeLines,
  levyTaxes,
  promoLines,
  rentLabel,
  taxedAmount,
} from './price-lines.ts';

/**
 * Prices a stay in lines: rent, discounts, promotion, the hosts' `courtesy`, fees, extras, taxes. Each line is rounded once, half
 * up by magnitude.
 */
export function priceStay(
  rules: PriceRules,
  stay: Stay,
  today: string,
  promo: Promo | null = null,
  courtesy = 0,
  extras: readonly PricedExtra[] = [],
): Price {
  const nights = listNights(stay.checkin, stay.checkout).map((date) => {
    const { price, season } = nightRules(rules.property, rules.rates, date);
    return { date, price, season };
  });
  const rent = nights.reduce((sum, { price }) => sum + price, 0);
  const discounts = discountLines(rules.discounts, stay, today, rent);
  const promos = promoLines(promo, rent + sum(discounts));
  const off = Math.min(courtesy, rent + sum(discounts) + sum(promos));
  if (off > 0) promos.push({ kind: 'discount', label: 'At no extra cost', amount: -off });
  const fees = feeLines(rules, stay, rent);
  const rentLine: PriceLine = { kind: 'rent', label: rentLabel(nights.length), amount: rent };
  const untaxed = [rentLine, ...discounts, ...promos, ...fees, ...extraLines(extras, stay)];
  const { lines: taxes, exempt } = levyTaxes(rules.taxes, stay, taxedAmount(untaxed));
  const lines = [...untaxed, ...taxes];
  const total = sum(lines);
  const perNight = Math.round(total / nights.length);
  return withoutUndefined({ nights, lines, exempt: exempt.length > 0 ? exempt : undefined, total, perNight });
}
