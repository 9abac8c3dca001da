import type { TaxShare } from '../../../db/schema/bookings.ts';
import { prorate } from '../../bookings/pricing/percent.ts';
import type { WholeRefund } from '../../bookings/pricing/refund.ts';

/** A cancelled stay as the tax report counts it; minor units. */
export interface CancelledStay {
  checkin: string;
  taxes: TaxShare[];
  /** The price with taxes. */
  total: number;
  /** The amount that the guest paid and does not get back. */
  retained: number;
  /** The refund of the price by its policy; `null` if hosts chose the refund, or if it was not stored yet. */
  policy_refund: WholeRefund | null;
}

/** The taxes of one jurisdiction in one month (`YYYY-MM`, that of the check-in), in minor units. */
export interface TaxRow extends TaxShare {
  month: string;
}

/** The taxes in what was kept of cancelled stays, by month, then by jurisdiction. */
export function cancelledTaxes(stays: readonly CancelledStay[]): TaxRow[] {
  const rows = new Map<string, TaxRow>();
  for (const stay of stays) {
    const month = stay.checkin.slice(0, 'YYYY-MM'.length);
    for (const { jurisdiction, taxable, exempt, due } of retainedTaxes(stay)) {
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

/**
 * Computes the taxes in the retained part of a cancelled stay. The part that the policy leaves to the hosts has the
 * taxes that the policy's refund did not include. If less was retained, or more, the taxes of the difference are in
 * proportion.
 */
function retainedTaxes({ taxes, total, retained, policy_refund: refund }: CancelledStay): TaxShare[] {
  const underPolicy = total - (refund?.total ?? 0);
  const within = Math.max(0, Math.min(retained, underPolicy));
  const beyond = Math.max(0, Math.min(retained, total) - underPolicy);
  return taxes.map(({ jurisdiction, ...share }) => {
    const back = refund?.taxes.find((row) => row.jurisdiction === jurisdiction);
    const part = (name: keyof typeof share) => {
      const cents = Math.min(back?.[name] ?? 0, share[name]);
      return prorate(share[name] - cents, within, underPolicy) + prorate(cents, beyond, total - underPolicy);
    };
    return { jurisdiction, taxable: part('taxable'), exempt: part('exempt'), due: part('due') };
  });
}

export const sumColumn = <Row extends object, Name extends keyof Row>(
  rows: readonly Row[],
  name: Name,
): number => rows.reduce((total, row) => total + Number(row[name]), 0);
