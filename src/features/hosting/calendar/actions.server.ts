import type { Ctx } from '../../../platform/context.server.ts';
import { propertyTimeZone, todayAtProperty } from '../../../shared/dates.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { calendarDays } from '../../bookings/calendar/availability.ts';
import { around } from '../../bookings/calendar/load-rules.server.ts';
import { allProperties, occupiedNights } from '../../bookings/calendar/store.server.ts';
import { currency } from '../../bookings/pricing/price.ts';
import { ratesOfNights } from '../../bookings/pricing/store.server.ts';
import { nightRules } from '../../listings/night-rules.ts';
import { resolveSlug } from '../../listings/store.server.ts';
import type { HostCalendar, HostCalendarQuery } from './contract.server.ts';
import { blocksOnDays, bookingsOnDays, feedEventsOnDays } from './store.server.ts';

function byProperty<Row extends { property_id: string }>(rows: readonly Row[]): (id: string) => Row[] {
  const groups = Map.groupBy(rows, ({ property_id }) => property_id);
  return (id) => groups.get(id) ?? [];
}

/** Homes on a page of the calendar: 60 days of them are some 250 KB. */
const homesPerPage = 24;

/** Every home day by day, `to` exclusive; or a page of them, or one. @throws AppError `unauthenticated`, `forbidden` */
export async function readHostCalendar(
  ctx: Ctx,
  { from, to, page, property: slug }: HostCalendarQuery,
): Promise<HostCalendar> {
  requireAdmin(ctx);
  const { db } = ctx;
  const all = await allProperties(db);
  const isPart = page !== undefined || slug !== undefined;
  const first = ((page ?? 1) - 1) * homesPerPage;
  const present = slug === undefined ? undefined : await resolveSlug(db, slug);
  const named = all.filter((property) => property.slug === present);
  const part = named.length > 0 ? named : all.slice(first, first + homesPerPage);
  const properties = isPart ? part : all;
  const ids = isPart ? properties.map(({ id }) => id) : null;
  const nights = { propertyId: null, propertyIds: ids, ...around({ from, until: to }) };
  const days = { from, to };
  const [allRates, allOccupied, allBookings, allBlocks, allEvents] = await Promise.all([
    ratesOfNights(ctx, nights),
    occupiedNights(db, nights),
    bookingsOnDays(db, days, ids),
    blocksOnDays(db, days, ids),
    feedEventsOnDays(db, days, ids),
  ]);
  const [rates, occupied] = [byProperty(allRates), byProperty(allOccupied)];
  const [bookings, blocks, events] = [byProperty(allBookings), byProperty(allBlocks), byProperty(allEvents)];
  const today = todayAtProperty(ctx.now());
  return {
    timeZone: propertyTimeZone,
    currency,
    today,
    allProperties: isPart ? all.map(({ id, slug, title }) => ({ id, slug, title })) : undefined,
    pages: isPart ? Math.max(1, Math.ceil(all.length / homesPerPage)) : undefined,
    properties: properties.map((property) => {
      const { id, slug, title, isListed, bookingMode } = property;
      const rules = { property, rates: rates(id), occupied: occupied(id), today };
      return {
        id,
        slug,
        title,
        isListed,
        bookingMode,
        days: calendarDays(rules, from, to).map((day) => {
          const { arrivalDays, season } = nightRules(property, rules.rates, day.date);
          return { ...day, arrivalDays: [...arrivalDays], season };
        }),
        bookings: bookings(id).map(({ property_id: _, holdExpiresAt, ...booking }) => ({
          ...booking,
          holdExpiresAt: booking.status === 'confirmed' ? null : (holdExpiresAt?.toISOString() ?? null),
        })),
        blocks: blocks(id).map(({ property_id: _, ...block }) => block),
        feedEvents: events(id).map(({ property_id: _, name: feed, ...event }) => ({ ...event, feed })),
      };
    }),
  };
}
