import type { Db } from '../../../db/client.server.ts';
import { isLiveExtra } from '../pricing/extra-status.ts';
import type { Price, PricedExtra, Stay } from '../pricing/price.ts';
import { toPricedExtra } from '../pricing/price-of-extras.ts';
import { isPaidExtra, lineOfExtra } from '../record/added-extras.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { type BookingExtra, extrasOfBooking, homesOfExtras } from '../record/extras-store.server.ts';

/** `goes_back`: paid, and the new home does not have it; `withdrawn`: the same, not paid; `asked_again`: for its new day. */
type ExtraEffect = 'kept' | 'goes_back' | 'withdrawn' | 'asked_again';

export interface MovedExtra {
  row: BookingExtra;
  effect: ExtraEffect;
  /** The price after the move; `null`: the extra is not owed. */
  priced: PricedExtra | null;
}

interface MovedStay {
  property_id: string;
  stay: Pick<Stay, 'checkin' | 'checkout'>;
}

/** Decides what happens to the extras of a moved stay: those that the new home has keep the price of their day. */
export async function moveExtras(
  db: Db,
  booking: Booking,
  price: Price,
  target: MovedStay,
): Promise<MovedExtra[]> {
  const rows = await extrasOfBooking(db, booking.id);
  const standing = rows.filter(({ status }) => isLiveExtra(status));
  if (standing.length === 0) return [];
  const homes = await homesOfExtras(
    db,
    standing.flatMap(({ extra_id }) => extra_id ?? []),
  );
  return standing.map((row): MovedExtra => {
    const home = row.extra_id === null ? null : homes.get(row.extra_id);
    const line = lineOfExtra(row, price.lines);
    const priced = line ? toPricedExtra(line) : null;
    const isThere = home === null || home === undefined || home === target.property_id;
    if (!isThere) return { row, effect: isPaidExtra(row) ? 'goes_back' : 'withdrawn', priced: null };
    if (!isOfAnotherDay(row, booking, target)) return { row, effect: 'kept', priced };
    // The payment for it is refunded once it is declined.
    return { row, effect: 'asked_again', priced: isPaidExtra(row) ? priced : null };
  });
}

function isOfAnotherDay(
  { moment }: BookingExtra,
  booking: Booking,
  { property_id, stay }: MovedStay,
): boolean {
  if (moment === 'none') return false;
  if (property_id !== booking.property_id) return true;
  return moment === 'early_check_in' ? stay.checkin !== booking.checkin : stay.checkout !== booking.checkout;
}
