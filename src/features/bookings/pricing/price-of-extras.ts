import { countNights } from '../../../shared/nights.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import {
  type ExtraLine,
  type Price,
  type PricedExtra,
  type PriceLine,
  type Stay,
  sum,
  type Tax,
} from './price.ts';
import { levyTaxes, taxedAmount } from './price-lines.ts';

export const isExtraLine = (line: PriceLine): line is ExtraLine => line.kind === 'extra';

/** The row by which a line was priced. */
export const toPricedExtra = ({ kind: _, amount: __, ...extra }: ExtraLine): PricedExtra => extra;

/**
 * Replaces the extras in the price of a stay. Rent and fees do not change; taxes are calculated again on the whole bill.
 * @param taxes the rows as they were when the stay was priced
 */
export function priceWithExtras(
  price: Price,
  stay: Stay,
  taxes: readonly Tax[],
  extras: readonly PriceLine[],
): Price {
  const others = price.lines.filter(({ kind }) => kind !== 'extra' && kind !== 'tax');
  const untaxed = [...others, ...extras];
  const levied = levyTaxes(taxes, stay, taxedAmount(untaxed));
  const lines = [...untaxed, ...levied.lines];
  const { exempt: _, ...rest } = price;
  const total = sum(lines);
  return withoutUndefined({
    ...rest,
    lines,
    exempt: levied.exempt.length > 0 ? levied.exempt : undefined,
    total,
    perNight: Math.round(total / countNights(stay)),
  });
}

/**
 * The difference that an extra makes for the taxes of a whole bill, in minor units.
 * @param lines the bill without it
 */
export function taxesOfExtra(
  { amount, isTaxed }: Pick<ExtraLine, 'amount' | 'isTaxed'>,
  { taxes, stay, lines }: { taxes: readonly Tax[]; stay: Stay; lines: readonly PriceLine[] },
): number {
  if (!isTaxed) return 0;
  const taxed = taxedAmount(lines);
  return sum(levyTaxes(taxes, stay, taxed + amount).lines) - sum(levyTaxes(taxes, stay, taxed).lines);
}
