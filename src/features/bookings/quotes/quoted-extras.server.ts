import { AppError } from '../../../shared/errors.ts';
import { reasonError } from '../calendar/reason.ts';
import type { Extra } from '../pricing/extras-store.server.ts';
import { isOfferedOn, lastOrderDay, toPriced } from '../pricing/offered-extras.ts';
import type { Price, PricedExtra, Stay, Tax } from '../pricing/price.ts';
import { extraLines } from '../pricing/price-lines.ts';
import { isExtraLine, taxesOfExtra } from '../pricing/price-of-extras.ts';
import type { ChosenExtra, QuotedExtra } from './contract.server.ts';

export const noSuchExtra = (): AppError => new AppError('notFound', 'There is no such extra for this stay.');

/** @throws AppError `invalid` (`quantity`) where more pieces are chosen than one stay can have */
export function requireQuantity({ label, maxQuantity }: Extra, quantity: number): void {
  if (quantity <= maxQuantity) return;
  const message = `“${label}” can be added ${maxQuantity === 1 ? 'once' : `${maxQuantity} times`} for one stay.`;
  throw reasonError('quantity', message, { maxQuantity });
}

/** @throws AppError `invalid` (`too_late`) after the last day for it */
export function requireInTime(extra: Extra, stay: Stay, today: string): void {
  if (today <= lastOrderDay(extra, stay)) return;
  throw reasonError('too_late', `It is too late to add “${extra.label}” to this stay.`);
}

/**
 * Prices the selected extras, in the hosts' order; the quantities of an extra that is named twice are added.
 * @throws AppError `notFound` for what is not offered while booking, `invalid` (`quantity`, `too_late`)
 */
export function chooseExtras(
  offered: readonly Extra[],
  chosen: readonly ChosenExtra[],
  stay: Stay,
  today: string,
): PricedExtra[] {
  const quantities = new Map<string, number>();
  for (const { id, quantity } of chosen) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  const rows = offered.filter((extra) => quantities.has(extra.id) && isOfferedOn(extra, 'booking'));
  if (rows.length < quantities.size) throw noSuchExtra();
  return rows.map((extra) => {
    const quantity = quantities.get(extra.id) ?? 0;
    requireInTime(extra, stay, today);
    requireQuantity(extra, quantity);
    return toPriced(extra, quantity);
  });
}

/** The extras that a quoted stay can have: chosen ones with their prices, all others with the price of one piece. */
export function toQuotedExtras(
  offered: readonly Extra[],
  { lines }: Pick<Price, 'lines'>,
  { stay, taxes, today }: { stay: Stay; taxes: readonly Tax[]; today: string },
): QuotedExtra[] {
  const chosen = new Map(lines.filter(isExtraLine).map((line) => [line.extraId, line]));
  return offered
    .filter((extra) => isOfferedOn(extra, 'booking') && today <= lastOrderDay(extra, stay))
    .flatMap((extra) => {
      const own = chosen.get(extra.id);
      const line = own ?? extraLines([toPriced(extra, 1)], stay).find(isExtraLine);
      if (!line) return [];
      const others = lines.filter((other) => other !== own);
      return {
        id: extra.id,
        label: extra.label,
        description: extra.description,
        amount: line.amount,
        taxes: taxesOfExtra(line, { taxes, stay, lines: others }),
        maxQuantity: extra.maxQuantity,
        chosen: own?.quantity ?? 0,
      };
    });
}
