import type { Db } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { around } from '../../bookings/calendar/load-rules.server.ts';
import type { CalendarRules } from '../../bookings/calendar/night-reader.ts';
import { allProperties, occupiedNights } from '../../bookings/calendar/store.server.ts';
import { currency } from '../../bookings/pricing/price.ts';
import { ratesOfNights } from '../../bookings/pricing/store.server.ts';
import type { RateChange, RateEffect } from './contract.server.ts';
import { decisiveNights, effectOnProperty, spread } from './effect.ts';
import { countOpenOffers, countOpenQuotes } from './store.server.ts';

export type PropertyCalendarRules = CalendarRules & { property: { id: string; slug: string; title: string } };

export async function loadProperties(ctx: Ctx, db: Db, change: RateChange): Promise<PropertyCalendarRules[]> {
  const today = todayAtProperty(ctx.now());
  const { from, until } = decisiveNights(change, today);
  const nights = around({ from: [change.first_night, from].sort()[0] ?? from, until });
  const propertyId = change.properties.length === 1 ? (change.properties[0] ?? null) : null;
  const properties = await allProperties(db, change.properties);
  if (properties.length < change.properties.length) {
    const message = 'One of these homes is not there any more.';
    throw new AppError('notFound', message, { fields: { properties: message } });
  }
  const rates = await ratesOfNights({ ...ctx, db }, { propertyId, ...nights });
  const occupied = await occupiedNights(db, { propertyId, ...nights });
  return properties.map((property) => ({
    property,
    today,
    rates: rates.filter(({ property_id }) => property_id === property.id),
    occupied: occupied.filter(({ property_id }) => property_id === property.id),
  }));
}

/** The effect of a change on each of the homes, and in total. */
export async function loadEffect(
  ctx: Ctx,
  db: Db,
  change: RateChange,
  loaded: readonly PropertyCalendarRules[],
): Promise<RateEffect> {
  const [quotes, offers] = await Promise.all([
    countOpenQuotes(db, change, ctx.now()),
    countOpenOffers(db, change, ctx.now()),
  ]);
  const properties = loaded.map((rules) => {
    const { id, slug, title } = rules.property;
    const count = (rows: typeof quotes) => rows.find(({ property_id }) => property_id === id)?.count ?? 0;
    const open = { openQuotes: count(quotes), openOffers: count(offers) };
    return { id, slug, title, ...effectOnProperty(change, rules), ...open };
  });
  const total = (count: (one: RateEffect['properties'][number]) => number) =>
    properties.reduce((sum, one) => sum + count(one), 0);
  return {
    nights: total(({ nights }) => nights),
    changedNights: total(({ changedNights }) => changedNights),
    bookedNights: total(({ bookedNights }) => bookedNights),
    before: spread(properties.flatMap(({ before }) => [before.lowest, before.highest])),
    after: spread(properties.flatMap(({ after }) => [after.lowest, after.highest])),
    openQuotes: total(({ openQuotes }) => openQuotes),
    openOffers: total(({ openOffers }) => openOffers),
    unreachable: properties.flatMap(({ slug, unreachable }) =>
      unreachable.map((nights) => ({ property: slug, ...nights })),
    ),
    currency,
    properties,
  };
}
