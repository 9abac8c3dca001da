import type { Tx } from '../../../db/client.server.ts';
import { isLiveExtra } from '../pricing/extra-status.ts';
import type { Price, Stay } from '../pricing/price.ts';
import { extraAmounts, isDueAlone, lineOfExtra } from '../record/added-extras.ts';
import { type BookingExtra, updateBookingExtra } from '../record/extras-store.server.ts';

/** Sums what is due separately on another bill of a stay, with its taxes, in minor units. */
export const dueAlone = (price: Price, stay: Stay, rows: readonly BookingExtra[]): number =>
  rows
    .filter((row) => isDueAlone(row) && lineOfExtra(row, price.lines))
    .reduce((sum, row) => sum + extraAmounts(row, { price, stay }).total, 0);

/** Writes what each extra costs on another bill of its stay into its row. @param rows as they stood on the one before */
export async function repriceRows(
  tx: Tx,
  rows: readonly BookingExtra[],
  { price, stay }: { price: Price; stay: Stay },
): Promise<void> {
  for (const row of rows) {
    if (!isLiveExtra(row.status) || !lineOfExtra(row, price.lines)) continue;
    const { amount, total } = extraAmounts(row, { price, stay });
    const due_cents = isDueAlone(row) ? total : row.due_cents;
    if (amount !== row.amount_cents || due_cents !== row.due_cents)
      await updateBookingExtra(tx, row.id, { amount_cents: amount, due_cents });
  }
}
