import type { Db } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { loadSettledForGuest } from '../payments/load-settled.server.ts';
import { isLiveExtra } from '../pricing/extra-status.ts';
import { type Extra, extrasOfHome } from '../pricing/extras-store.server.ts';
import { isOfferedOn, lastOrderDay, momentFits, toPriced } from '../pricing/offered-extras.ts';
import { extraLines } from '../pricing/price-lines.ts';
import { isExtraLine, taxesOfExtra } from '../pricing/price-of-extras.ts';
import { bookedTaxes, toPricedStay } from '../record/added-extras.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import type { AddedRow } from '../record/extras-store.server.ts';
import { homeTimes } from '../record/homes-store.server.ts';
import { toTrip } from '../record/to-trip.server.ts';
import type { BookingExtras } from './contract.server.ts';

/** The quantity of an extra in a stay, without declined, withdrawn and refunded rows. */
export const countPieces = (
  rows: readonly Pick<AddedRow, 'extra_id' | 'status' | 'quantity'>[],
  extraId: string,
): number =>
  rows
    .filter(({ extra_id, status }) => extra_id === extraId && isLiveExtra(status))
    .reduce((count, { quantity }) => count + quantity, 0);

/** Whether guests may order for a stay: from its confirmation to its check-out day. */
export const isOpenForOrders = ({ status, checkout }: Booking, now: Date): boolean =>
  status === 'confirmed' && todayAtProperty(now) <= checkout;

/** Loads the extras that the home offers on the page of a trip, including those that it is too late to order. */
export async function offeredOnTrip(db: Db, propertyId: string): Promise<Extra[]> {
  const [rows, times] = await Promise.all([extrasOfHome(db, propertyId), homeTimes(db, propertyId)]);
  return rows.filter((extra) => isOfferedOn(extra, 'trip') && momentFits(extra, times));
}

/** Loads the extras that can be added to a stay now, and those that were; a payment that has just confirmed it counts. */
export async function listExtras(ctx: Ctx, stored: Booking): Promise<BookingExtras> {
  const now = ctx.now();
  const record = await loadSettledForGuest(ctx, stored);
  const { booking } = record;
  const { extras: added } = toTrip(record, now);
  if (!isOpenForOrders(booking, now)) return { offered: [], added };
  const stay = toPricedStay(booking);
  const { lines } = record.price;
  const taxes = bookedTaxes(record.price, stay);
  const offered = (await offeredOnTrip(ctx.db, booking.property_id)).flatMap((extra) => {
    const until = lastOrderDay(extra, stay);
    const maxQuantity = extra.maxQuantity - countPieces(record.extras, extra.id);
    const [line] = extraLines([toPriced(extra, 1)], stay).filter(isExtraLine);
    if (!line || maxQuantity <= 0 || todayAtProperty(now) > until) return [];
    const ownTaxes = taxesOfExtra(line, { taxes, stay, lines });
    return {
      id: extra.id,
      label: extra.label,
      description: extra.description,
      amount: line.amount,
      taxes: ownTaxes,
      total: line.amount + ownTaxes,
      maxQuantity,
      needsApproval: extra.needsApproval,
      until,
    };
  });
  return { offered, added };
}
