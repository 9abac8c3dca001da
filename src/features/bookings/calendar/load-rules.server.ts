import type { OccupiedKind } from '../../../db/schema/lodging.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { isSlug } from '../../../shared/text/slug.ts';
import type { PriceRules } from '../pricing/price.ts';
import { priceTables, ratesOfNights } from '../pricing/store.server.ts';
import type { CalendarRules, Occupied } from './night-reader.ts';
import { addDays } from './nights.ts';
import { feedFreshness, occupiedNights, type SoldProperty, soldProperty } from './store.server.ts';

/** Everything that decides whether a home is sold on some nights, and for how much. */
export interface PropertyRules {
  property: SoldProperty;
  calendar: CalendarRules;
  prices: PriceRules;
}

export async function findSoldProperty(ctx: Ctx, slug: string): Promise<SoldProperty> {
  const property = isSlug(slug) ? await soldProperty(ctx.db, slug) : undefined;
  if (!property) throw new AppError('notFound', 'There is no home at this address.');
  return property;
}

/** In nights, whatever the home's is. */
const maxTurnoverNights = 30;

/** What may decide about some nights: as far as a turnover reaches. */
export const around = ({ from, until }: { from: string; until: string }) => ({
  from: addDays(from, -maxTurnoverNights - 1),
  until: addDays(until, maxTurnoverNights),
});

interface NightsToLoad {
  from: string;
  until: string;
  browserHash?: Buffer | null;
  exceptBookingId?: string | undefined;
}

/** The calendar of one home, without what a stay costs beside its nights. */
export async function loadCalendar(
  ctx: Ctx,
  property: SoldProperty,
  nights: NightsToLoad,
): Promise<CalendarRules> {
  const propertyId = property.id;
  const [rates, occupied] = await Promise.all([
    ratesOfNights(ctx.db, { propertyId, ...around(nights) }),
    occupiedNights(ctx.db, { ...nights, propertyId, ...around(nights) }),
  ]);
  return { property, rates, occupied, today: todayAtProperty(ctx.now()) };
}

export async function loadRules(
  ctx: Ctx,
  property: SoldProperty,
  nights: NightsToLoad,
): Promise<PropertyRules> {
  const [calendar, tables] = await Promise.all([
    loadCalendar(ctx, property, nights),
    priceTables(ctx.db, property.id),
  ]);
  return { property, calendar, prices: { property, rates: calendar.rates, ...tables } };
}

export function toOccupied(kind: OccupiedKind, span: string): Occupied {
  const [from = '', until = ''] = span.split('/');
  return { kind, from, until };
}

/** When the calendars of a home's other channels were last all read well: `null` for never, now where it has none. */
export async function calendarsCheckedAt(ctx: Ctx, propertyId: string): Promise<Date | null> {
  const { count, read, oldest } = await feedFreshness(ctx.db, propertyId);
  if (count === 0) return ctx.now();
  return read < count ? null : oldest;
}
