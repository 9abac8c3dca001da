import type { Tx } from '../../../db/client.server.ts';
import { isLiveExtra } from '../pricing/extra-status.ts';
import type { Price, Stay } from '../pricing/price.ts';
import { extraLines } from '../pricing/price-lines.ts';
import { extraAmounts, isDueAlone, lineOfExtra, toPricedRow } from '../record/added-extras.ts';
import { type BookingExtra, updateBookingExtra } from '../record/extras-store.server.ts';

/** Sums what is due separately on another bill of a stay, with its taxes, in minor units. */
export const dueAlone = (price: Price, stay: Stay, rows: readonly BookingExtra[]): number =>
  rows
    .filter((row) => isDueAlone(row) && lineOfExtra(row, price.lines))
    .reduce((sum, row) => sum + extraAmounts(row, { price, stay }).total, 0);

/** Returns a requested extra, which is not part of the bill yet, with its amount for a stay as it is now. */
export function withAmount(row: BookingExtra, stay: Stay): BookingExtra {
  const [line] = extraLines([toPricedRow(row)], stay);
  return { ...row, amount_cents: line?.amount ?? 0 };
}

/** Writes what each extra costs on another bill of its stay into its row. @param rows as they stood on the one before */
export async function repriceRows(
  tx: Tx,
  rows: readonly BookingExtra[],
  { price, stay }: { price: Price; stay: Stay },
): Promise<void> {
  for (const row of rows) {
    const isBilled = lineOfExtra(row, price.lines) !== undefined;
    if (!isLiveExtra(row.status) || (!isBilled && row.status !== 'asked')) continue;
    const { amount, total } = extraAmounts(isBilled ? row : withAmount(row, stay), { price, stay });
    const due_cents = isDueAlone(row) ? total : row.due_cents;
    if (amount !== row.amount_cents || due_cents !== row.due_cents)
      await updateBookingExtra(tx, row.id, { amount_cents: amount, due_cents });
  }
}
