import type { OccupiedKind } from '../../../db/schema/lodging.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { priceTables, ratesOfNights } from '../pricing/store.server.ts';
import type { PropertyRules } from './load-rules.server.ts';
import type { Occupied } from './night-reader.ts';
import { occupiedNightsOfAll, soldProperties } from './store.server.ts';

/** Every listed home, in the hosts' order; the same few statements for three homes or for five hundred. */
export async function loadAllRules(
  ctx: Ctx,
  nights: { from: string; until: string },
): Promise<PropertyRules[]> {
  const [properties, rates, occupied, tables] = await Promise.all([
    soldProperties(ctx),
    ratesOfNights(ctx, { propertyId: null, ...nights }),
    occupiedNightsOfAll(ctx.db, nights),
    priceTables(ctx, null),
  ]);
  const today = todayAtProperty(ctx.now());
  const byProperty = <Row extends { property_id: string | null }>(rows: readonly Row[]) => {
    const groups = Map.groupBy(rows, (row) => row.property_id);
    const forAll = groups.get(null) ?? [];
    const position = new Map(forAll.length > 0 ? rows.map((row, index) => [row, index]) : []);
    const toPlace = (row: Row) => position.get(row) ?? 0;
    return (id: string): Row[] => {
      const own = groups.get(id);
      if (!own || forAll.length === 0) return own ?? forAll;
      // The sort restores the order in which the rows were read, which is that of the price lines.
      return [...own, ...forAll].sort((a, b) => toPlace(a) - toPlace(b));
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

/** The nights that are taken, by home. */
function spansByProperty(rows: Awaited<ReturnType<typeof occupiedNightsOfAll>>): (id: string) => Occupied[] {
  const byId = new Map<string, Occupied[]>();
  for (const { property_id, kind, spans } of rows)
    byId.set(property_id, [...(byId.get(property_id) ?? []), ...toOccupied(kind, spans)]);
  return (id) => byId.get(id) ?? [];
}

/** @param spans a multirange as PostgreSQL writes it: `{[FIRST,END),[FIRST,END)}` */
const toOccupied = (kind: OccupiedKind, spans: string): Occupied[] =>
  spans
    .slice(2, -2)
    .split('),[')
    .map((span) => {
      const [from = '', until = ''] = span.split(',');
      return { kind, from, until };
    });
