import type { Selectable } from 'kysely';
import type { PromoCodesTable } from '../../../db/schema/prices.ts';
import { addDays, countNights, type DateSpan } from '../../../shared/nights.ts';

type PromoRules = Pick<
  Selectable<PromoCodesTable>,
  | 'is_active'
  | 'property_id'
  | 'book_from'
  | 'book_until'
  | 'stay_from'
  | 'stay_until'
  | 'min_nights'
  | 'max_uses'
>;

const isWithin = (date: string, from: string | null, until: string | null): boolean =>
  (from === null || from <= date) && (until === null || date <= until);

/** All nights must lie within the code's; `uses` are the confirmed stays and live holds with it. */
export const promoApplies = (
  promo: PromoRules,
  stay: DateSpan & { propertyId: string },
  { today, uses }: { today: string; uses: number },
): boolean =>
  promo.is_active &&
  (promo.property_id === null || promo.property_id === stay.propertyId) &&
  isWithin(today, promo.book_from, promo.book_until) &&
  isWithin(stay.checkin, promo.stay_from, promo.stay_until) &&
  isWithin(addDays(stay.checkout, -1), promo.stay_from, promo.stay_until) &&
  countNights(stay) >= (promo.min_nights ?? 1) &&
  (promo.max_uses === null || uses < promo.max_uses);
