import type { BookingStatus } from '../../../db/schema/bookings.ts';
import { prorate } from '../pricing/percent.ts';
import type { Price, PriceLine } from '../pricing/price.ts';

/** A stay as the tax report counts it; minor units. */
export interface TaxedStay {
  status: Extract<BookingStatus, 'confirmed' | 'cancelled'>;
  checkin: string;
  /** As the receipt shows it: of the quote that the booking stands on now. */
  price: Pick<Price, 'lines' | 'exempt' | 'total'>;
  charges: number;
  refunds: number;
  /** What banks took back in disputes; absent: nothing. */
  lost?: number;
  /** Refunds that are ordered and not paid out yet. */
  pending: number;
  /** Of the refunds, those under way included, what the hosts gave back of their own will. */
  waived: number;
}

/** Of one jurisdiction in one month (`YYYY-MM`, that of the check-in); minor units. */
export interface TaxRow {
  jurisdiction: string;
  month: string;
  taxable: number;
  exempt: number;
  due: number;
}

type TaxLine = Extract<PriceLine, { kind: 'tax' }>;
const isTax = (line: PriceLine): line is TaxLine => line.kind === 'tax';
const sum = (lines: readonly PriceLine[]): number => lines.reduce((total, { amount }) => total + amount, 0);

interface Share {
  taxable: number;
  exempt: number;
  due: number;
}

/** What a stay's price holds for each jurisdiction. Taxes of one jurisdiction are levied on one base, the largest of theirs. */
export function taxesByJurisdiction({ lines, exempt = [] }: TaxedStay['price']): Map<string, Share> {
  const taxes = lines.filter(isTax);
  const taxed = sum(lines.filter((line) => !isTax(line) && (line.kind !== 'fee' || line.isTaxed)));
  const shares = new Map<string, Share>();
  const shareOf = (jurisdiction: string): Share => {
    const share = shares.get(jurisdiction) ?? { taxable: 0, exempt: 0, due: 0 };
    shares.set(jurisdiction, share);
    return share;
  };
  for (const { jurisdiction, step, amount } of taxes) {
    const base = taxed + sum(taxes.filter((other) => other.step < step));
    const share = shareOf(jurisdiction);
    share.taxable = Math.max(share.taxable, base);
    share.due += amount;
  }
  for (const { jurisdiction, base } of exempt) {
    const share = shareOf(jurisdiction);
    share.exempt = Math.max(share.exempt, base);
  }
  return shares;
}

/** What a cancelled stay's guest paid and did not get back: of each tax the part that was kept of the whole price. */
function keptTaxes({ price, charges, refunds, lost = 0, pending }: TaxedStay): Map<string, Share> {
  const kept = Math.max(0, Math.min(charges - refunds - lost - pending, price.total));
  const shares = taxesByJurisdiction(price);
  return new Map(
    [...shares].map(([jurisdiction, { taxable, exempt, due }]) => [
      jurisdiction,
      {
        taxable: prorate(taxable, kept, price.total),
        exempt: prorate(exempt, kept, price.total),
        due: prorate(due, kept, price.total),
      },
    ]),
  );
}

const isEmpty = ({ taxable, exempt, due }: Share): boolean => taxable === 0 && exempt === 0 && due === 0;

/** Rows by month, then by jurisdiction. */
function toRows(stays: readonly TaxedStay[], sharesOf: (stay: TaxedStay) => Map<string, Share>): TaxRow[] {
  const rows = new Map<string, TaxRow>();
  for (const stay of stays) {
    const month = stay.checkin.slice(0, 'YYYY-MM'.length);
    for (const [jurisdiction, share] of sharesOf(stay)) {
      if (isEmpty(share)) continue;
      const key = `${month} ${jurisdiction}`;
      const row = rows.get(key) ?? { jurisdiction, month, taxable: 0, exempt: 0, due: 0 };
      row.taxable += share.taxable;
      row.exempt += share.exempt;
      row.due += share.due;
      rows.set(key, row);
    }
  }
  return [...rows.keys()].sort().flatMap((key) => rows.get(key) ?? []);
}

export const withStatus = (stays: readonly TaxedStay[], status: TaxedStay['status']): TaxedStay[] =>
  stays.filter((stay) => stay.status === status);

/** Confirmed stays; the taxes of their receipts add up to `due`. */
export const confirmedTaxes = (stays: readonly TaxedStay[]): TaxRow[] =>
  toRows(withStatus(stays, 'confirmed'), ({ price }) => taxesByJurisdiction(price));

/** The taxes in what was kept of cancelled stays. */
export const cancelledTaxes = (stays: readonly TaxedStay[]): TaxRow[] =>
  toRows(withStatus(stays, 'cancelled'), keptTaxes);

export const sumColumn = <Row extends object, Name extends keyof Row>(
  rows: readonly Row[],
  name: Name,
): number => rows.reduce((total, row) => total + Number(row[name]), 0);
