import type { TaxShare } from '../../../db/schema/bookings.ts';
import type { CancellationStep } from '../../../db/schema/lodging.ts';
import type { FeeKind } from '../../../db/schema/prices.ts';
import { applyPercent, prorate } from './percent.ts';
import { type ExtraLine, type FeeLine, isRentLine, type Price, type PriceLine } from './price.ts';
import { isExtraLine } from './price-of-extras.ts';

export interface CancellationPolicy {
  name: string;
  steps: readonly CancellationStep[];
  /** The hours after booking with a full refund if check-in is far enough away; 0: none. */
  graceHours: number;
}

/** The steps that refund something: hosts may end a policy with one of 0%. */
export const refundingSteps = (steps: readonly CancellationStep[]): CancellationStep[] =>
  steps.filter(({ refund_percent }) => refund_percent > 0);

/** A home without a policy gives nothing back but cleaning and pet fees. */
export const noPolicy: CancellationPolicy = { name: '', steps: [], graceHours: 0 };

/** Whether fees of a kind are refunded under every policy, since a guest who does not come never uses them. */
const isAlwaysBack: Record<FeeKind, boolean> = {
  per_stay: true,
  per_night: false,
  per_extra_guest_per_night: false,
  per_pet_per_stay: true,
  percent_of_rent: false,
};

/** A refund in minor units; its parts add up to `refund`, unless less was paid. */
export interface RefundFigure {
  refund: number;
  percent: number;
  rentAndFees: number;
  cleaningAndPets: number;
  /** The refund of what was added to the stay. */
  extras: number;
  taxes: number;
}

/** The refund of a policy for a stay that is paid in full, in minor units. */
export interface WholeRefund {
  total: number;
  taxes: TaxShare[];
}

const isFee = (line: PriceLine): line is FeeLine => line.kind === 'fee';
const sum = (lines: readonly PriceLine[]): number => lines.reduce((total, { amount }) => total + amount, 0);

/** The terms of a refund. */
export interface RefundTerms {
  /** The share of rent and other fees that the cancellation policy refunds. */
  percent: number;
  /** Extras are refunded in full before the check-in day, and not at all from that day on, under every policy. */
  areExtrasBack: boolean;
}

/** Whether the extras of a stay are refunded. @param today at the homes */
export const areExtrasRefunded = ({ checkin }: { checkin: string }, today: string): boolean =>
  today < checkin;

/**
 * Refunds `percent` of rent and other fees, all of cleaning and pets, all or none of the extras, and each tax in
 * proportion; at most `paid`.
 */
export function refundFor(lines: readonly PriceLine[], terms: RefundTerms, paid: number): RefundFigure {
  const { rentAndFees, cleaningAndPets, extras, baseBack } = refundBeforeTaxes(lines, terms);
  const taxes = taxLinesBack(lines, baseBack).reduce((total, { back }) => total + back, 0);
  const whole = rentAndFees + cleaningAndPets + extras + taxes;
  const refund = Math.max(0, Math.min(whole, paid));
  return { refund, percent: terms.percent, rentAndFees, cleaningAndPets, extras, taxes };
}

function refundBeforeTaxes(lines: readonly PriceLine[], { percent, areExtrasBack }: RefundTerms) {
  const fees = lines.filter(isFee);
  const added = lines.filter(isExtraLine);
  const rentLeft = sum(lines.filter(isRentLine));
  const usedUp = fees.filter(({ fee }) => !isAlwaysBack[fee]);
  const goesBack = fees.filter(({ fee }) => isAlwaysBack[fee]);
  const taxed = (some: readonly (FeeLine | ExtraLine)[]) => sum(some.filter(({ isTaxed }) => isTaxed));
  const extrasBack = areExtrasBack ? added : [];

  const rentAndFees = applyPercent(rentLeft + sum(usedUp), percent);
  const cleaningAndPets = sum(goesBack);
  const baseBack = applyPercent(rentLeft + taxed(usedUp), percent) + taxed(goesBack) + taxed(extrasBack);
  const base = rentLeft + taxed(fees) + taxed(added);
  return { rentAndFees, cleaningAndPets, extras: sum(extrasBack), baseBack, base };
}

/** A later step was levied on the earlier ones, so the refunded part of its base includes theirs. */
function taxLinesBack(lines: readonly PriceLine[], baseBack: number) {
  const steps = Map.groupBy(
    lines.filter((line) => line.kind === 'tax'),
    ({ step }) => step,
  );
  const rows: { jurisdiction: string; base: number; back: number }[] = [];
  for (const step of [...steps.keys()].sort((a, b) => a - b)) {
    const base = rows.reduce((total, { back }) => total + back, baseBack);
    for (const line of steps.get(step) ?? [])
      rows.push({ jurisdiction: line.jurisdiction, base, back: prorate(line.amount, base, line.base) });
  }
  return rows;
}

/** Computes the refund of a whole price, and of the taxes of each jurisdiction. */
export function wholeRefund(
  { lines, exempt = [] }: Pick<Price, 'lines' | 'exempt'>,
  terms: RefundTerms,
): WholeRefund {
  const { refund: total } = refundFor(lines, terms, Number.POSITIVE_INFINITY);
  const { baseBack, base } = refundBeforeTaxes(lines, terms);
  const levied = taxLinesBack(lines, baseBack).map((row) => ({ ...row, exempt: 0 }));
  const notLevied = exempt.map(({ jurisdiction, base: untaxed }) => ({
    jurisdiction,
    base: 0,
    back: 0,
    exempt: prorate(untaxed, baseBack, base),
  }));
  const rows = Map.groupBy([...levied, ...notLevied], ({ jurisdiction }) => jurisdiction);
  // Taxes of one jurisdiction are levied on one base, the largest of theirs.
  const taxes = [...rows].map(([jurisdiction, own]) => ({
    jurisdiction,
    taxable: Math.max(...own.map(({ base }) => base)),
    exempt: Math.max(...own.map((row) => row.exempt)),
    due: own.reduce((total, { back }) => total + back, 0),
  }));
  return { total, taxes };
}
