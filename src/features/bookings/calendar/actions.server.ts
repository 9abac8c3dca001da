import type { Ctx } from '../../../platform/context.server.ts';
import { propertyTimeZone } from '../../../shared/dates.ts';
import { currency, priceStay, type Stay } from '../pricing/price-stay.ts';
import { reasonMessage } from '../reason.ts';
import { calendarDays, checkStay, nearestStays } from './availability.ts';
import type { Availability, AvailabilityQuery, PropertyCalendar } from './calendar.ts';
import {
  calendarsCheckedAt,
  findSoldProperty,
  loadAllRules,
  loadCalendar,
  type PropertyRules,
} from './load-rules.server.ts';
import { addDays } from './nights.ts';

/**
 * A home day by day, `to` exclusive.
 * @throws AppError `notFound` for a home that is unknown or not listed
 */
export async function readCalendar(
  ctx: Ctx,
  slug: string,
  { from, to }: { from: string; to: string },
): Promise<PropertyCalendar> {
  const property = await findSoldProperty(ctx, slug);
  const [rules, checkedAt] = await Promise.all([
    loadCalendar(ctx, property, { from, until: to }),
    calendarsCheckedAt(ctx, property.id),
  ]);
  return {
    timeZone: propertyTimeZone,
    currency,
    calendarsCheckedAt: checkedAt?.toISOString() ?? null,
    days: calendarDays(rules, from, to),
  };
}

/** How far around the dates that are asked for other stays are looked for. */
export const nearestWithinDays = 60;
const nearestLimit = 3;

/** The nearest stays of the same length that are sold, with their totals. */
export const pricedNearest = (
  { calendar, prices }: PropertyRules,
  stay: Stay,
  withinDays: number,
): Availability[number]['nearest'] =>
  nearestStays(calendar, stay, { limit: nearestLimit, withinDays }).map((dates) => ({
    ...dates,
    total: priceStay(prices, { ...stay, ...dates }, calendar.today).total,
  }));

/** Every listed home for some dates: the free ones by their totals, then the others in the hosts' order. */
export async function readAvailability(ctx: Ctx, query: AvailabilityQuery): Promise<Availability> {
  const { flexDays, ...stay } = query;
  const all = await loadAllRules(ctx, {
    from: addDays(stay.checkin, -nearestWithinDays),
    until: addDays(stay.checkout, nearestWithinDays),
  });
  const homes = all.map((rules): Availability[number] => {
    const { property, calendar, prices } = rules;
    const home = { slug: property.slug, title: property.title, currency };
    const problem = checkStay(calendar, stay);
    const nearest = pricedNearest(rules, stay, problem ? nearestWithinDays : flexDays);
    if (problem) {
      return { ...home, isFree: false, reason: problem.reason, message: reasonMessage(problem), nearest };
    }
    const { total, perNight } = priceStay(prices, stay, calendar.today);
    return { ...home, isFree: true, total, perNight, nearest };
  });
  // The hosts' order stays among equals: sorting is stable.
  return homes.sort(
    (a, b) => (a.total ?? Number.POSITIVE_INFINITY) - (b.total ?? Number.POSITIVE_INFINITY) || 0,
  );
}
