import type { DiscountKind, ExtraKind, FeeKind } from '../../../db/schema/prices.ts';
import { countNights, type DateSpan, daysBetween } from '../../../shared/nights.ts';
import { applyPercent } from './percent.ts';
import {
  type Discount,
  type ExemptTax,
  type Fee,
  isRentLine,
  type PricedExtra,
  type PriceLine,
  type PriceRules,
  type Promo,
  type Stay,
  sum,
  type Tax,
} from './price.ts';

export const rentLabel = (nights: number): string => (nights === 1 ? '1 night' : `${nights} nights`);

const discountLabels: Record<DiscountKind, string> = {
  length_of_stay: 'Longer stay',
  early: 'Early booking',
  last_minute: 'Last minute',
};

const discountKinds = Object.keys(discountLabels) as DiscountKind[];

function discountApplies({ kind, from_nights, days_before }: Discount, nights: number, daysAhead: number) {
  if (from_nights !== null && nights < from_nights) return false;
  if (kind === 'early') return days_before !== null && daysAhead >= days_before;
  if (kind === 'last_minute') return days_before !== null && daysAhead <= days_before;
  return from_nights !== null;
}

/** Returns the largest discount of each kind that applies, each computed on the whole rent and together never above it. */
export function discountLines(
  discounts: readonly Discount[],
  stay: Stay,
  today: string,
  rent: number,
): PriceLine[] {
  const nights = countNights(stay);
  const daysAhead = daysBetween(today, stay.checkin);
  let left = rent;
  return discountKinds.flatMap((kind) => {
    const [largest] = discounts
      .filter((one) => one.kind === kind && discountApplies(one, nights, daysAhead))
      .sort((a, b) => b.percent - a.percent);
    if (!largest) return [];
    const amount = Math.min(applyPercent(rent, largest.percent), left);
    left -= amount;
    const label = `${largest.label || discountLabels[kind]} (${largest.percent}% off)`;
    return amount > 0 ? [{ kind: 'discount' as const, label, amount: -amount }] : [];
  });
}

export function promoLines(promo: Promo | null, rentLeft: number): PriceLine[] {
  if (!promo) return [];
  const off = promo.percent === null ? (promo.amount_cents ?? 0) : applyPercent(rentLeft, promo.percent);
  const amount = Math.min(off, rentLeft);
  return amount > 0 ? [{ kind: 'promo', label: `Promotion code ${promo.code}`, amount: -amount }] : [];
}

type FeeRules = { fees: readonly Fee[]; property: Pick<PriceRules['property'], 'guests_included'> };

export function feeLines({ fees, property }: FeeRules, stay: Stay, rent: number): PriceLine[] {
  const nights = countNights(stay);
  const extraGuests = Math.max(0, stay.guests - property.guests_included);
  const times: Record<Exclude<FeeKind, 'percent_of_rent'>, number> = {
    per_stay: 1,
    per_night: nights,
    per_extra_guest_per_night: extraGuests * nights,
    per_pet_per_stay: stay.pets,
  };
  return fees.flatMap(({ label, kind, amount_cents, percent, is_taxed }) => {
    const amount =
      kind === 'percent_of_rent' ? applyPercent(rent, percent ?? 0) : (amount_cents ?? 0) * times[kind];
    return amount > 0 ? [{ kind: 'fee' as const, label, amount, fee: kind, isTaxed: is_taxed }] : [];
  });
}

/** Returns one line for each extra, in their order. */
export function extraLines(extras: readonly PricedExtra[], stay: Stay): PriceLine[] {
  const nights = countNights(stay);
  const times: Record<ExtraKind, number> = {
    per_stay: 1,
    per_night: nights,
    per_guest: stay.guests,
    per_guest_per_night: stay.guests * nights,
    per_item: 1,
  };
  return extras.map((extra) => ({
    kind: 'extra',
    ...extra,
    amount: extra.unitCents * times[extra.charged] * extra.quantity,
  }));
}

/** Returns the taxable amount: rent less discounts, taxed fees and taxed extras. */
export const taxedAmount = (lines: readonly PriceLine[]): number =>
  sum(
    lines.filter(
      (line) => isRentLine(line) || ((line.kind === 'fee' || line.kind === 'extra') && line.isTaxed),
    ),
  );

/** The check-in night decides for the whole stay. */
const taxIsInForce = (tax: Tax, { checkin }: DateSpan): boolean =>
  (tax.first_night === null || tax.first_night <= checkin) &&
  (tax.last_night === null || checkin <= tax.last_night);

const isExempt = ({ max_nights }: Tax, stay: DateSpan): boolean =>
  max_nights !== null && countNights(stay) > max_nights;

/** Taxes of one step share a base; a later step is levied on the rounded lines of the earlier ones, too. */
export function levyTaxes(taxes: readonly Tax[], stay: Stay, taxed: number) {
  const steps = Map.groupBy(
    taxes.filter((tax) => taxIsInForce(tax, stay)),
    ({ step }) => step,
  );
  const lines: PriceLine[] = [];
  const exempt: ExemptTax[] = [];
  for (const step of [...steps.keys()].sort((a, b) => a - b)) {
    const base = taxed + sum(lines);
    for (const tax of steps.get(step) ?? []) {
      const { label, jurisdiction, percent } = tax;
      const amount = applyPercent(base, percent);
      if (isExempt(tax, stay)) exempt.push({ jurisdiction, base });
      else if (amount > 0) lines.push({ kind: 'tax', label, amount, jurisdiction, step, base });
    }
  }
  return { lines, exempt };
}
