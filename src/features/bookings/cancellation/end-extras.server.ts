import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { isLiveExtra } from '../pricing/extra-status.ts';
import type { Price, Stay } from '../pricing/price.ts';
import { isExtraLine, priceWithExtras } from '../pricing/price-of-extras.ts';
import { bookedTaxes, extraAmounts, isPaidExtra, lineOfExtra } from '../record/added-extras.ts';
import { recordEvent } from '../record/events-store.server.ts';
import { type AddedRow, updateBookingExtra } from '../record/extras-store.server.ts';

/** Whether it was added and never paid, so that it is neither owed nor refunded. */
const isUnpaid = (row: AddedRow): boolean => isLiveExtra(row.status) && !isPaidExtra(row);

/** The price of a stay without what was added and never paid. */
export function priceWithoutUnpaid(price: Price, stay: Stay, rows: readonly AddedRow[]): Price {
  const unpaid = new Set(rows.filter(isUnpaid).map((row) => lineOfExtra(row, price.lines)));
  const extras = price.lines.filter(isExtraLine);
  const others = extras.filter((line) => !unpaid.has(line));
  return others.length === extras.length
    ? price
    : priceWithExtras(price, stay, bookedTaxes(price, stay), others);
}

/** The amount paid for extras with their taxes, in minor units. */
export const paidForExtras = (rows: readonly AddedRow[], price: Price, stay: Stay): number =>
  rows.filter(isPaidExtra).reduce((sum, row) => sum + extraAmounts(row, { price, stay }).total, 0);

/** Ends the extras of a stay that is cancelled. @param areRefunded whether their payments are refunded */
export async function endExtras(
  ctx: Ctx,
  tx: Tx,
  rows: readonly AddedRow[],
  { bookingId, areRefunded, actor }: { bookingId: string; areRefunded: boolean; actor: string },
): Promise<void> {
  const now = ctx.now();
  for (const { id, label, quantity } of rows.filter(isUnpaid)) {
    await updateBookingExtra(tx, id, { status: 'withdrawn', due_cents: 0, decided_at: now });
    const details = { id, label, quantity };
    await recordEvent(tx, {
      booking_id: bookingId,
      event: 'extra_withdrawn',
      actor,
      details,
      created_at: now,
    });
  }
  for (const { id } of areRefunded ? rows.filter(isPaidExtra) : [])
    await updateBookingExtra(tx, id, { status: 'refunded' });
}
