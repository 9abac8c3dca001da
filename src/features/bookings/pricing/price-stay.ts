import type { Selectable } from 'kysely';
import type { PropertiesTable } from '../../../db/schema/content.ts';
import type {
  DiscountKind,
  DiscountsTable,
  FeeKind,
  FeesTable,
  PromoCodesTable,
  TaxesTable,
} from '../../../db/schema/prices.ts';
import { countNights, type DateSpan, daysBetween, listNights } from '../calendar/nights.ts';
import { nightRules, type PropertyNightRules, type Rate } from './night-rules.ts';
import { applyPercent } from './percent.ts';

/** The currency of every home's prices. */
export const currency = 'usd';

/** Whom a home is to be booked for, and when. */
export interface Stay extends DateSpan {
  guests: number;
  pets: number;
}

type Discount = Pick<
  Selectable<DiscountsTable>,
  'kind' | 'label' | 'from_nights' | 'days_before' | 'percent'
>;
export type Fee = Pick<Selectable<FeesTable>, 'label' | 'kind' | 'amount_cents' | 'percent' | 'is_taxed'>;
export type Tax = Pick<
  Selectable<TaxesTable>,
  'label' | 'jurisdiction' | 'percent' | 'step' | 'first_night' | 'last_night' | 'max_nights'
>;
export type Promo = Pick<Selectable<PromoCodesTable>, 'code' | 'percent' | 'amount_cents'>;

export interface PriceRules {
  property: PropertyNightRules & Pick<Selectable<PropertiesTable>, 'guests_included'>;
  /** The strongest first. */
  rates: readonly Rate[];
  discounts: readonly Discount[];
  /** In the order of their lines; the taxes within their step. */
  fees: readonly Fee[];
  taxes: readonly Tax[];
}

/** One line of a price, in minor units; what is taken off is negative. `fee`, `isTaxed` and `step` serve refunds. */
export type PriceLine = { label: string; amount: number } & (
  | { kind: 'rent' | 'discount' | 'promo' }
  | { kind: 'fee'; fee: FeeKind; isTaxed: boolean }
  | { kind: 'tax'; jurisdiction: string; step: number }
);

/** A tax that a stay is too long for, and what it would have been levied on. */
interface ExemptTax {
  jurisdiction: string;
  base: number;
}

/** Lines as guests read them. */
export const toBillLines = (lines: readonly PriceLine[]) =>
  lines.map((line) => ({
    ...{ kind: line.kind, label: line.label, amount: line.amount },
    ...(line.kind === 'tax' ? { jurisdiction: line.jurisdiction } : {}),
  }));

/** What a stay costs; the lines add up to the total. Minor units. */
export interface Price {
  nights: { date: string; price: number; season: string | null }[];
  lines: PriceLine[];
  /** For the tax report; left out when there is none. */
  exempt?: ExemptTax[];
  total: number;
  perNight: number;
}

const sum = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** Rent, discounts, promotion, `courtesy` of the hosts, fees, taxes: each line is rounded once, half up by magnitude. */
export function priceStay(
  rules: PriceRules,
  stay: Stay,
  today: string,
  promo: Promo | null = null,
  courtesy = 0,
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
  const rentLeft = rent + sum(discounts) + sum(promos);
  const taxed = rentLeft + sum(fees.filter((fee) => fee.kind === 'fee' && fee.isTaxed));
  const { lines: taxes, exempt } = levyTaxes(rules.taxes, stay, taxed);
  const rentLine: PriceLine = { kind: 'rent', label: rentLabel(nights.length), amount: rent };
  const lines = [rentLine, ...discounts, ...promos, ...fees, ...taxes];
  const total = sum(lines);
  const perNight = Math.round(total / nights.length);
  return { nights, lines, ...(exempt.length > 0 ? { exempt } : {}), total, perNight };
}

const rentLabel = (nights: number): string => (nights === 1 ? '1 night' : `${nights} nights`);

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

/** Of each kind the largest that applies, each of the whole rent; together never more than the rent. */
function discountLines(discounts: readonly Discount[], stay: Stay, today: string, rent: number): PriceLine[] {
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

function promoLines(promo: Promo | null, rentLeft: number): PriceLine[] {
  if (!promo) return [];
  const off = promo.percent === null ? (promo.amount_cents ?? 0) : applyPercent(rentLeft, promo.percent);
  const amount = Math.min(off, rentLeft);
  return amount > 0 ? [{ kind: 'promo', label: `Promotion code ${promo.code}`, amount: -amount }] : [];
}

function feeLines({ fees, property }: PriceRules, stay: Stay, rent: number): PriceLine[] {
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

/** Asked of the check-in night, and then held for the whole stay. */
const taxIsInForce = (tax: Tax, { checkin }: DateSpan): boolean =>
  (tax.first_night === null || tax.first_night <= checkin) &&
  (tax.last_night === null || checkin <= tax.last_night);

const isExempt = ({ max_nights }: Tax, stay: DateSpan): boolean =>
  max_nights !== null && countNights(stay) > max_nights;

/** Taxes of one step share a base; a later step is levied on the rounded lines of the earlier ones, too. */
function levyTaxes(taxes: readonly Tax[], stay: Stay, taxed: number) {
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
      else if (amount > 0) lines.push({ kind: 'tax', label, amount, jurisdiction, step });
    }
  }
  return { lines, exempt };
}
