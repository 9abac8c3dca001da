import { formatMoney } from '../../shared/money.ts';
import { addDays } from '../../shared/nights.ts';
import { nightRules, type PropertyNightRules, type Rate } from './night-rules.ts';

const previewDays = 365;

interface PreviewedProperty extends PropertyNightRules {
  lead_days: number;
  horizon_days: number;
  isComingSoon: boolean;
}

/**
 * The lowest price of a night on sale in the next 365 days, before discounts and whether it is free or not.
 * @param rates the strongest first @returns cents; `null` where no night has a price
 */
export function lowestPrice(
  property: PreviewedProperty,
  rates: readonly Rate[],
  today: string,
): number | null {
  let lowest: number | null = null;
  const last = Math.min(property.horizon_days, previewDays - 1);
  for (let day = property.lead_days; day <= last; day += 1) {
    const { price } = nightRules(property, rates, addDays(today, day));
    if (price > 0 && (lowest === null || price < lowest)) lowest = price;
  }
  return lowest;
}

/** The text of a card whose host wrote none: `Starting at $175/night`. */
export function pricePreview(property: PreviewedProperty, rates: readonly Rate[], today: string): string {
  const lowest = lowestPrice(property, rates, today);
  if (lowest !== null) return `Starting at ${formatMoney(lowest, 'usd').replace(/\.00$/, '')}/night`;
  return property.isComingSoon ? 'Coming soon' : 'Price on request';
}
