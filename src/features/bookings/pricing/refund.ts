import type { CancellationStep } from '../../../db/schema/lodging.ts';
import type { FeeKind } from '../../../db/schema/prices.ts';
import { applyPercent, prorate } from './percent.ts';
import type { PriceLine } from './price.ts';

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

type FeeLine = Extract<PriceLine, { kind: 'fee' }>;
const isFee = (line: PriceLine): line is FeeLine => line.kind === 'fee';
const sum = (lines: readonly PriceLine[]): number => lines.reduce((total, { amount }) => total + amount, 0);

/** `percent` of rent and other fees, all of cleaning and pets, each tax in proportion; never more than `paid`. */
export function refundFor(lines: readonly PriceLine[], percent: number, paid: number): RefundFigure {
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
  const taxes = taxesBack(lines, baseBack);
  const whole = rentAndFees + cleaningAndPets + taxes;
  return { refund: Math.max(0, Math.min(whole, paid)), percent, rentAndFees, cleaningAndPets, taxes };
}

/** A later step was levied on the earlier ones, so the part of its base that goes back holds theirs. */
function taxesBack(lines: readonly PriceLine[], baseBack: number): number {
  const steps = Map.groupBy(
    lines.filter((line) => line.kind === 'tax'),
    ({ step }) => step,
  );
  let back = 0;
  for (const step of [...steps.keys()].sort((a, b) => a - b)) {
    const onBack = baseBack + back;
    for (const { amount, base } of steps.get(step) ?? []) back += prorate(amount, onBack, base);
  }
  return back;
}
