import type { Ctx } from '../../../platform/context.server.ts';
import { propertyTimeZone, todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { currency, type Stay } from '../pricing/price.ts';
import { priceStay } from '../pricing/price-stay.ts';
import { calendarDays } from './availability.ts';
import type { Availability, PropertyCalendar } from './calendar.ts';
import { checkStay } from './check-stay.ts';
import { explainProblem, nearestWithinDays, pricedNearest } from './explain-problem.server.ts';
import { loadAllRules } from './load-all-rules.server.ts';
import { loadCalendar } from './load-rules.server.ts';
import type { AvailabilityQuery } from './stay-fields.server.ts';

/** A home day by day, `to` exclusive. */
export async function readCalendar(
  ctx: Ctx,
  slug: string,
  { from, to }: { from: string; to: string },
): Promise<PropertyCalendar> {
  const { calendar, checkedAt } = await loadCalendar(ctx, slug, { from, until: to });
  return {
    timeZone: propertyTimeZone,
    currency,
    calendarsCheckedAt: checkedAt?.toISOString() ?? null,
    days: calendarDays(calendar, from, to),
  };
}

const later = (one: string, other: string): string => (one > other ? one : other);

/** Every listed home for some dates: the free ones by their totals, then the others in the hosts' order. */
export async function readAvailability(ctx: Ctx, query: AvailabilityQuery): Promise<Availability> {
  const { flexDays, ...stay } = query;
  // Past nights are not sold.
  const from = later(addDays(stay.checkin, -nearestWithinDays), todayAtProperty(ctx.now()));
  const until = later(addDays(stay.checkout, nearestWithinDays), from);
  const all = await loadAllRules(ctx, { from, until });
  const homes = all.map((rules): Availability[number] => {
    const { property, calendar, prices } = rules;
    const home = { slug: property.slug, title: property.title, currency };
    const problem = checkStay(calendar, stay);
    if (problem) return { ...home, isFree: false, ...explainProblem(rules, stay, problem) };
    const { total, perNight } = priceStay(prices, stay, calendar.today);
    return { ...home, isFree: true, total, perNight, nearest: pricedNearest(rules, stay, flexDays) };
  });
  // Equal homes stay in the hosts' order, because sorting is stable.
  return homes.sort(
    (a, b) => (a.total ?? Number.POSITIVE_INFINITY) - (b.total ?? Number.POSITIVE_INFINITY) || 0,
  );
}

const otherHomesLimit = 3;

/** The other homes that are free for a stay, the cheapest first. */
export async function otherFreeHomes(ctx: Ctx, slug: string, stay: Stay) {
  const homes = await loadAllRules(ctx, { from: stay.checkin, until: stay.checkout });
  return homes
    .filter(({ property, calendar }) => property.slug !== slug && checkStay(calendar, stay) === null)
    .map(({ property, calendar, prices }) => ({
      slug: property.slug,
      title: property.title,
      total: priceStay(prices, stay, calendar.today).total,
    }))
    .sort((a, b) => a.total - b.total)
    .slice(0, otherHomesLimit);
}
