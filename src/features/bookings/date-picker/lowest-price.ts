import { todayAtProperty } from '../../../shared/dates.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { addDays } from '../../../shared/nights.ts';
import type { PropertyCalendar } from '../calendar/calendar.ts';
import { propertyCalendar } from '../checkout/calls.ts';

/** How many days ahead the lowest price is computed. */
export const pricedDays = 365;

/** The lowest price of a night on sale, before discounts; `null` without such a night. */
export const lowestNightPrice = (days: PropertyCalendar['days']): number | null =>
  days.reduce<number | null>(
    (lowest, { isFree, price }) => (isFree && (lowest === null || price < lowest) ? price : lowest),
    null,
  );

/** Loads the lowest price of a night on sale in the coming year, in cents; `null` if there is none, or it cannot be loaded. */
export async function loadLowestPrice(slug: string, fetch?: Fetch): Promise<number | null> {
  const from = todayAtProperty(new Date());
  const query = { from, to: addDays(from, pricedDays) };
  return propertyCalendar.read({ slug, query, fetch }).then(
    ({ days }) => lowestNightPrice(days),
    () => null,
  );
}
