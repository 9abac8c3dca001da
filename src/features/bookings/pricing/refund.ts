import type { TaxShare } from '../../../db/schema/bookings.ts';
import type { CancellationStep } from '../../../db/schema/lodging.ts';
import type { FeeKind } from '../../../db/schema/prices.ts';
import { applyPercent, prorate } from './percent.ts';
import type { Price, PriceLine } from './price.ts';

export interface CancellationPolicy {
  name: string;
  steps: readonly CancellationStep[];
  /** After booking, when check-in is far enough away; 0: none. */
  graceHours: number;
}

/** A home without a policy gives nothing back but cleaning and pet fees. */
export const noPolicy: CancellationPolicy = { name: '', steps: [], graceHours: 0 };

/** Kinds of lines that are refunded under every policy, since a guest who does not come never uses them. */
const alwaysBack: ReadonlySet<FeeKind> = new Set(['per_stay', 'per_pet_per_stay']);

/** What goes back, in minor units; the parts add up to `refund` unless less than that was paid. */
export interface RefundFigure {
  refund: number;
  percent: number;
  rentAndFees: number;
  cleaningAndPets: number;
  taxes: number;
}

/** What a policy gives back of a stay that is paid in full, in minor units. */
export interface WholeRefund {
  total: number;
  taxes: TaxShare[];
}

type FeeLine = Extract<PriceLine, { kind: 'fee' }>;
const isFee = (line: PriceLine): line is FeeLine => line.kind === 'fee';
const sum = (lines: readonly PriceLine[]): number => lines.reduce((total, { amount }) => total + amount, 0);

/** `percent` of rent and other fees, all of cleaning and pets, each tax in proportion; never more than `paid`. */
export function refundFor(lines: readonly PriceLine[], percent: number, paid: number): RefundFigure {
  const { rentAndFees, cleaningAndPets, baseBack } = refundBeforeTaxes(lines, percent);
  const taxes = taxLinesBack(lines, baseBack).reduce((total, { back }) => total + back, 0);
  const whole = rentAndFees + cleaningAndPets + taxes;
  return { refund: Math.max(0, Math.min(whole, paid)), percent, rentAndFees, cleaningAndPets, taxes };
}

function refundBeforeTaxes(lines: readonly PriceLine[], percent: number) {
  const fees = lines.filter(isFee);
  const rentLeft = sum(
    lines.filter(({ kind }) => kind === 'rent' || kind === 'discount' || kind === 'promo'),
  );
  const usedUp = fees.filter(({ fee }) => !alwaysBack.has(fee));
  const goesBack = fees.filter(({ fee }) => alwaysBack.has(fee));
  const taxed = (some: FeeLine[]) => sum(some.filter(({ isTaxed }) => isTaxed));

  const rentAndFees = applyPercent(rentLeft + sum(usedUp), percent);
  const cleaningAndPets = sum(goesBack);
  const baseBack = applyPercent(rentLeft + taxed(usedUp), percent) + taxed(goesBack);
  return { rentAndFees, cleaningAndPets, baseBack, base: rentLeft + taxed(fees) };
}

/** A later step was levied on the earlier ones, so the part of its base that goes back holds theirs. */
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

/** Computes what `percent` gives back of a whole price, and of the taxes of each jurisdiction. */
export function wholeRefund(
  { lines, exempt = [] }: Pick<Price, 'lines' | 'exempt'>,
  percent: number,
): WholeRefund {
  const { refund: total } = refundFor(lines, percent, Number.POSITIVE_INFINITY);
  const { baseBack, base } = refundBeforeTaxes(lines, percent);
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
