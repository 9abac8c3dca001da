import type { TaxShare } from '../../../db/schema/bookings.ts';
import { prorate } from '../pricing/percent.ts';

/** A cancelled stay as the tax report counts it; minor units. */
export interface CancelledStay {
  checkin: string;
  taxes: TaxShare[];
  /** Of the price, with its taxes. */
  total: number;
  /** What its guest paid and does not get back. */
  retained: number;
}

/** Of one jurisdiction in one month (`YYYY-MM`, that of the check-in); minor units. */
export interface TaxRow extends TaxShare {
  month: string;
}

/** The taxes in what was kept of cancelled stays, by month, then by jurisdiction: of each tax the part kept of the whole price. */
export function cancelledTaxes(stays: readonly CancelledStay[]): TaxRow[] {
  const rows = new Map<string, TaxRow>();
  for (const { checkin, taxes, total, retained } of stays) {
    const month = checkin.slice(0, 'YYYY-MM'.length);
    const part = (cents: number) => prorate(cents, Math.max(0, Math.min(retained, total)), total);
    for (const { jurisdiction, ...share } of taxes) {
      const [taxable, exempt, due] = [part(share.taxable), part(share.exempt), part(share.due)];
      if (taxable === 0 && exempt === 0 && due === 0) continue;
      const key = `${month} ${jurisdiction}`;
      const row = rows.get(key) ?? { jurisdiction, month, taxable: 0, exempt: 0, due: 0 };
      row.taxable += taxable;
      row.exempt += exempt;
      row.due += due;
      rows.set(key, row);
    }
  }
  return [...rows.keys()].sort().flatMap((key) => rows.get(key) ?? []);
}

export const sumColumn = <Row extends object, Name extends keyof Row>(
  rows: readonly Row[],
  name: Name,
): number => rows.reduce((total, row) => total + Number(row[name]), 0);
