import type { Db } from '../../../db/client.server.ts';
import type { Ctx, DraftChange, RowEffect, RowHooks } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { currency } from '../../bookings/pricing/price.ts';
import { type PropertyRate, propertyRates } from '../../listings/store.server.ts';
import { type Tariff, tariffEffect } from './row-effect.ts';
import { tariffProperties } from './store.server.ts';

type TariffProperty = Awaited<ReturnType<typeof tariffProperties>>[number];

interface Tariffs {
  properties: readonly TariffProperty[];
  rates: readonly PropertyRate[];
}

const noEffect: RowEffect = { lines: [], warnings: [] };
const maxLines = 8;

/** The columns of a home that decide what its nights cost and which stays may begin in them. */
const tariffColumns = ['nightly_cents', 'weekend_cents', 'min_nights', 'arrival_days'] as const;

/** A home's own prices and rules; rates may still win over them. */
export const propertyPriceHooks: RowHooks = {
  async describeChanges(ctx, db, changes) {
    const priced = changes.filter(
      ({ row, set }) =>
        row && tariffColumns.some((name) => Object.hasOwn(set, name) && !isEqual(row[name], set[name])),
    );
    const sets = new Map(priced.map(({ row, set }) => [String(row?.id), set]));
    const before = await loadTariffs(ctx, db, [...sets.keys()]);
    const properties = before.properties.map((property) => withValues(property, sets.get(property.id) ?? {}));
    return describe(ctx, before, { ...before, properties });
  },
};

/** Rates of a season, which win over the home's own prices. */
export const ratePriceHooks: RowHooks = {
  async describeChanges(ctx, db, changes) {
    const ids = changes.flatMap(({ row, set }) => [row?.property_id, set.property_id]);
    const before = await loadTariffs(ctx, db, [...new Set(ids.filter((id) => typeof id === 'string'))]);
    return describe(ctx, before, { ...before, rates: withRates(before.rates, changes, ctx.now()) });
  },
};

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function withValues<Row extends object>(row: Row, set: FormValues): Row {
  const changed = Object.entries(set).filter(([name]) => Object.hasOwn(row, name));
  return { ...row, ...Object.fromEntries(changed) };
}

/**
 * The rates as they would be, the strongest first; a new one is the newest. A stored one that is not among `rates` is an
 * example, which takes effect once it is saved.
 */
function withRates(
  rates: readonly PropertyRate[],
  changes: readonly DraftChange[],
  now: Date,
): PropertyRate[] {
  const sets = new Map(changes.flatMap(({ row, set }) => (row ? [[String(row.id), set] as const] : [])));
  const loaded = new Set(rates.map(({ id }) => id));
  const added = changes
    .filter(({ row }) => !row || !loaded.has(String(row.id)))
    .map(({ row, set }) => withValues(withValues({ ...newRate, created_at: now }, row ?? {}), set));
  return [...added, ...rates.map((rate) => withValues(rate, sets.get(rate.id) ?? {}))].sort(
    (one, other) =>
      other.priority - one.priority ||
      other.created_at.getTime() - one.created_at.getTime() ||
      (one.id < other.id ? 1 : -1),
  );
}

/** Ids of new rates are greater than all stored ones. */
const newRate: PropertyRate = {
  id: '~',
  property_id: '',
  name: '',
  first_night: null,
  last_night: null,
  nightly_cents: null,
  weekend_cents: null,
  min_nights: null,
  arrival_days: null,
  priority: 0,
  created_at: new Date(0),
};

async function loadTariffs(ctx: Ctx, db: Db, ids: readonly string[]): Promise<Tariffs> {
  if (ids.length === 0) return { properties: [], rates: [] };
  const [properties, rates] = await Promise.all([
    tariffProperties(db, ids),
    propertyRates({ ...ctx, db }, ids),
  ]);
  return { properties, rates };
}

function describe(ctx: Ctx, before: Tariffs, after: Tariffs): RowEffect {
  if (before.properties.length === 0) return noEffect;
  const today = todayAtProperty(ctx.now());
  const toTariff = ({ rates }: Tariffs, property: TariffProperty): Tariff => ({
    property,
    rates: rates.filter(({ property_id }) => property_id === property.id),
  });
  const effects = before.properties.map((property, at) =>
    tariffEffect(toTariff(before, property), toTariff(after, after.properties[at] ?? property), {
      today,
      currency,
    }),
  );
  return {
    lines: cut(effects.flatMap(({ lines }) => lines)),
    warnings: cut(effects.flatMap(({ warnings }) => warnings)),
  };
}

const cut = (lines: string[]): string[] =>
  lines.length > maxLines
    ? [...lines.slice(0, maxLines), `And ${pluralize(lines.length - maxLines, 'more home')}.`]
    : lines;
