import type { Expression } from 'kysely';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { addDays } from '../../../shared/nights.ts';
import { isSlug } from '../../../shared/text/slug.ts';
import type { PriceRules } from '../pricing/price.ts';
import { priceTables, ratesOfNights } from '../pricing/store.server.ts';
import type { CalendarRules } from './night-reader.ts';
import {
  feedFreshness,
  occupiedNights,
  propertyIdBySlug,
  type SoldProperty,
  soldProperty,
} from './store.server.ts';

/** Everything that decides whether a home is sold on some nights, and for how much. */
export interface PropertyRules {
  property: SoldProperty;
  calendar: CalendarRules;
  prices: PriceRules;
}

export async function findSoldProperty(ctx: Ctx, slug: string): Promise<SoldProperty> {
  const property = isSlug(slug) ? await soldProperty(ctx, slug) : undefined;
  if (!property) throw unknownProperty();
  return property;
}

const unknownProperty = () => new AppError('notFound', 'There is no home at this address.');

/** The longest turnover that any home can have, in nights. */
const maxTurnoverNights = 30;

/** The span of dates whose rows may decide about these nights: a turnover reaches that far. */
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

export async function loadRules(
  ctx: Ctx,
  property: SoldProperty,
  nights: NightsToLoad,
): Promise<PropertyRules> {
  const propertyId = property.id;
  const [rates, occupied, tables] = await Promise.all([
    ratesOfNights(ctx, { propertyId, ...around(nights) }),
    occupiedNights(ctx.db, { ...nights, propertyId, ...around(nights) }),
    priceTables(ctx, propertyId),
  ]);
  const calendar = { property, rates, occupied, today: todayAtProperty(ctx.now()) };
  return { property, calendar, prices: { property, rates, ...tables } };
}

/** The calendar of one home, without what a stay costs beside its nights; its statements run side by side. */
export async function loadCalendar(
  ctx: Ctx,
  slug: string,
  nights: { from: string; until: string },
): Promise<{ calendar: CalendarRules; checkedAt: Date | null }> {
  if (!isSlug(slug)) throw unknownProperty();
  const propertyId = propertyIdBySlug(slug);
  const [property, rates, occupied, checkedAt] = await Promise.all([
    findSoldProperty(ctx, slug),
    ratesOfNights(ctx, { propertyId, ...around(nights) }),
    occupiedNights(ctx.db, { propertyId, ...around(nights) }),
    calendarsCheckedAt(ctx, propertyId),
  ]);
  return { calendar: { property, rates, occupied, today: todayAtProperty(ctx.now()) }, checkedAt };
}

/** When the calendars of a home's other channels were last all read well: `null` for never, now where it has none. */
export async function calendarsCheckedAt(
  ctx: Ctx,
  propertyId: string | Expression<string>,
): Promise<Date | null> {
  const { count, read, oldest } = await feedFreshness(ctx.db, propertyId);
  if (count === 0) return ctx.now();
  return read < count ? null : oldest;
}
