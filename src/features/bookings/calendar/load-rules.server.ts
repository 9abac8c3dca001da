import type { OccupiedKind } from '../../../db/schema/lodging.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import type { PriceRules } from '../pricing/price-stay.ts';
import { priceTables, ratesOfNights } from '../pricing/store.server.ts';
import type { CalendarRules, Occupied } from './night-reader.ts';
import { addDays } from './nights.ts';
import {
  feedFreshness,
  occupiedNights,
  occupiedNightsOfAll,
  type SoldProperty,
  soldProperties,
  soldProperty,
} from './store.server.ts';

/** Everything that decides whether a home is sold on some nights, and for how much. */
export interface PropertyRules {
  property: SoldProperty;
  calendar: CalendarRules;
  prices: PriceRules;
}

export async function findSoldProperty(ctx: Ctx, slug: string): Promise<SoldProperty> {
  const property = await soldProperty(ctx.db, slug);
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

/** Every listed home, in the hosts' order; the same few statements for three homes or for five hundred. */
export async function loadAllRules(
  ctx: Ctx,
  nights: { from: string; until: string },
): Promise<PropertyRules[]> {
  const [properties, rates, occupied, tables] = await Promise.all([
    soldProperties(ctx.db),
    ratesOfNights(ctx.db, { propertyId: null, ...nights }),
    occupiedNightsOfAll(ctx.db, nights),
    priceTables(ctx.db, null),
  ]);
  const today = todayAtProperty(ctx.now());
  const byProperty = <Row extends { property_id: string | null }>(rows: readonly Row[]) => {
    const groups = Map.groupBy(rows, (row) => row.property_id);
    const forAll = groups.get(null) ?? [];
    const position = new Map(forAll.length > 0 ? rows.map((row, index) => [row, index]) : []);
    const placeOf = (row: Row) => position.get(row) ?? 0;
    return (id: string): Row[] => {
      const own = groups.get(id);
      if (!own || forAll.length === 0) return own ?? forAll;
      // In the order in which they were read, which is that of the lines.
      return [...own, ...forAll].sort((a, b) => placeOf(a) - placeOf(b));
    };
  };
  const groups = {
    rates: byProperty(rates),
    occupied: spansByProperty(occupied),
    discounts: byProperty(tables.discounts),
    fees: byProperty(tables.fees),
    taxes: byProperty(tables.taxes),
  };
  return properties.map((property) => {
    const { id } = property;
    const own = groups.rates(id);
    return {
      property,
      calendar: { property, rates: own, occupied: groups.occupied(id), today },
      prices: {
        property,
        rates: own,
        discounts: groups.discounts(id),
        fees: groups.fees(id),
        taxes: groups.taxes(id),
      },
    };
  });
}

/** The nights that are taken, by home; equal spans of several homes are one object. */
function spansByProperty(rows: Awaited<ReturnType<typeof occupiedNightsOfAll>>): (id: string) => Occupied[] {
  const shared = new Map<OccupiedKind, Map<string, Occupied>>();
  const byId = new Map<string, Occupied[]>();
  for (const { property_id, kind, spans } of rows) {
    const own = byId.get(property_id) ?? [];
    byId.set(property_id, own);
    const known = shared.get(kind) ?? new Map<string, Occupied>();
    shared.set(kind, known);
    for (const span of spans.split(' ')) {
      const occupied = known.get(span) ?? toOccupied(kind, span);
      known.set(span, occupied);
      own.push(occupied);
    }
  }
  return (id) => byId.get(id) ?? [];
}

function toOccupied(kind: OccupiedKind, span: string): Occupied {
  const [from = '', until = ''] = span.split('/');
  return { kind, from, until };
}

/** When the calendars of a home's other channels were last all read well: `null` for never, now where it has none. */
export async function calendarsCheckedAt(ctx: Ctx, propertyId: string): Promise<Date | null> {
  const { count, read, oldest } = await feedFreshness(ctx.db, propertyId);
  if (count === 0) return ctx.now();
  return read < count ? null : oldest;
}
