import type { Ctx } from '../../../platform/context.server.ts';
import { centsToDecimal, toNamedCsv } from '../../../shared/csv.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { matchHomes, toHomesPage } from '../../listings/home-pages.ts';
import { addMonths, eachMonth, isMonth, monthDays } from '../reports/months.ts';
import {
  type ComparedFigures,
  type FigureReport,
  type FigureRow,
  type Figures,
  type FiguresPageQuery,
  type FiguresQuery,
  homesPerPage,
} from './contract.server.ts';
import { addSums, noSums, type Sums, toFigures } from './figures.ts';
import {
  channelSums,
  closedNights,
  countAgentBookings,
  directSums,
  extraSums,
  figureProperties,
  type Scope,
} from './store.server.ts';

/** The sums of one property in one month: as they are now, and as they stood a year ago. */
interface MonthSums {
  now: Sums;
  booked: Sums;
}

/** A page of homes beside the months and totals of all. @throws AppError `notFound` for a property that is not there */
export async function readFigures(
  ctx: Ctx,
  { page, search, ...query }: FiguresPageQuery,
): Promise<FigureReport> {
  requireAdmin(ctx);
  const scope = await toScope(ctx, query);
  const [sums, agentBookings] = await Promise.all([
    loadSums(ctx, scope),
    countAgentBookings(ctx.db, { ...monthDays(query), propertyId: scope.propertyId }),
  ]);
  const { homes, pages } = toHomesPage(matchHomes(scope.properties, search), page, homesPerPage);
  const totals = noComparedSums();
  const months = eachMonth(query).map((month) => {
    const all = noComparedSums();
    for (const { id } of scope.properties) addCompared(all, compare(sums, id, month));
    addCompared(totals, all);
    return { month, ...toCompared(all) };
  });
  return {
    properties: homes.map(({ id, slug, title }) => {
      const all = noComparedSums();
      for (const { month } of months) addCompared(all, compare(sums, id, month));
      return { property: slug, title, ...toCompared(all) };
    }),
    pages,
    rows: toRows(homes, eachMonth(query), sums),
    months,
    totals: { ...toCompared(totals), agentBookings },
  };
}

interface FiguresScope extends Scope {
  properties: Properties;
}

async function toScope(ctx: Ctx, query: FiguresQuery): Promise<FiguresScope> {
  const properties = await figureProperties(ctx.db, query.property);
  if (query.property !== undefined && properties.length === 0)
    throw new AppError('notFound', 'There is no such home.');
  const months = eachMonth(query);
  return {
    properties,
    // The first month has none a year before it.
    months: [...new Set([...months.map(yearBefore), ...months])].filter(isMonth),
    propertyId: query.property === undefined ? null : (properties[0]?.id ?? null),
    booksAt: endOfDayAYearAgo(ctx.now()),
  };
}

const yearBefore = (month: string): string => addMonths(month, -12);

/** February 29 is compared with February 28. */
function endOfDayAYearAgo(now: Date): Date {
  const day = Temporal.PlainDate.from(todayAtProperty(now)).subtract({ years: 1 }).add({ days: 1 });
  return momentAtProperty(day.toString(), '00:00');
}

type Properties = Awaited<ReturnType<typeof figureProperties>>;
type AllSums = ReadonlyMap<string, MonthSums>;

const toKey = (propertyId: string, month: string): string => `${propertyId} ${month}`;

async function loadSums({ db }: Ctx, scope: FiguresScope): Promise<AllSums> {
  const [direct, added, channel, closed] = await Promise.all([
    directSums(db, scope),
    extraSums(db, scope),
    channelSums(db, scope),
    closedNights(db, scope),
  ]);
  const sums = new Map<string, MonthSums>();
  for (const { id, madeOn } of scope.properties)
    for (const month of scope.months) {
      const nights = nightsFrom(month, madeOn);
      const [now, booked] = [noSums(), noSums()];
      now.nightsOnSale = nights;
      booked.nightsOnSale = nights;
      sums.set(toKey(id, month), { now, booked });
    }
  for (const row of direct) {
    const own = sums.get(toKey(row.propertyId, row.month));
    if (!own) continue;
    own.now.directNights = row.nights;
    own.now.rent = row.rent;
    own.now.stays = row.stays;
    own.now.stayNights = row.stayNights;
    own.now.daysAhead = row.daysAhead;
    own.now.cancellations = row.cancellations;
    own.booked.directNights = row.bookedNights;
    own.booked.rent = row.bookedRent;
    own.booked.stays = row.bookedStays;
    own.booked.stayNights = row.bookedStayNights;
    own.booked.daysAhead = row.bookedDaysAhead;
    own.booked.cancellations = row.bookedCancellations;
  }
  for (const { propertyId, month, extras, bookedExtras } of added) {
    const own = sums.get(toKey(propertyId, month));
    if (!own) continue;
    own.now.extras = extras;
    own.booked.extras = bookedExtras;
  }
  for (const { propertyId, month, channel: name, nights, bookedNights } of channel) {
    const own = sums.get(toKey(propertyId, month));
    if (!own) continue;
    own.now.channelNights[name] = nights;
    own.booked.channelNights[name] = bookedNights;
  }
  for (const { propertyId, month, nights } of closed) {
    const own = sums.get(toKey(propertyId, month));
    if (!own) continue;
    own.now.nightsOnSale -= nights;
    own.booked.nightsOnSale -= nights;
  }
  return sums;
}

/** The nights of a month from a day on. */
function nightsFrom(month: string, day: string): number {
  if (day.slice(0, month.length) > month) return 0;
  const nights = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return day.startsWith(month) ? nights - Number(day.slice(-2)) + 1 : nights;
}

/** The sums now, those of a year before, and what had been booked of last year's at this time a year ago. */
interface ComparedSums {
  now: Sums;
  lastYear: Sums;
  booked: Sums;
}

const noComparedSums = (): ComparedSums => ({ now: noSums(), lastYear: noSums(), booked: noSums() });

function compare(sums: AllSums, propertyId: string, month: string): ComparedSums {
  const before = sums.get(toKey(propertyId, yearBefore(month)));
  return {
    now: sums.get(toKey(propertyId, month))?.now ?? noSums(),
    lastYear: before?.now ?? noSums(),
    booked: before?.booked ?? noSums(),
  };
}

function addCompared(total: ComparedSums, part: ComparedSums): void {
  addSums(total.now, part.now);
  addSums(total.lastYear, part.lastYear);
  addSums(total.booked, part.booked);
}

const toCompared = ({ now, lastYear, booked }: ComparedSums): ComparedFigures => ({
  ...toFigures(now),
  lastYear: toFigures(lastYear),
  onTheBooks: toFigures(booked),
});

const toRows = (properties: Properties, months: readonly string[], sums: AllSums): FigureRow[] =>
  months.flatMap((month) =>
    properties.map(({ id, slug }) => ({ month, property: slug, ...toCompared(compare(sums, id, month)) })),
  );

/** The rows of every page. @throws AppError `notFound` for a property that is not there */
export async function readAllRows(ctx: Ctx, query: FiguresQuery): Promise<FigureRow[]> {
  requireAdmin(ctx);
  const scope = await toScope(ctx, query);
  return toRows(scope.properties, eachMonth(query), await loadSums(ctx, scope));
}

/** One row for each property and month of all pages; amounts have a decimal point, and are empty where a divisor is 0. */
export async function figuresCsv(ctx: Ctx, query: FiguresQuery): Promise<string> {
  const rows = await readAllRows(ctx, query);
  const cells = rows.map(({ month, property, lastYear, onTheBooks, ...own }) => ({
    month,
    property,
    ...toCells(own),
    ...prefixed('last_year', toCells(lastYear)),
    ...prefixed('on_the_books', toCells(onTheBooks)),
  }));
  const names = Object.keys(toCells(toFigures(noSums())));
  const columns = ['month', 'property', ...names];
  for (const prefix of ['last_year', 'on_the_books'])
    columns.push(...names.map((name) => `${prefix}_${name}`));
  return toNamedCsv<string>(columns, cells);
}

const optional = (value: number | null, format: (value: number) => string | number = (same) => same) =>
  value === null ? '' : format(value);

const toCells = (figures: Figures): Record<string, string | number> => ({
  nights_on_sale: figures.nightsOnSale,
  nights_sold: figures.nightsSold,
  direct_nights: figures.directNights,
  ...prefixed('channel_nights', figures.channelNights),
  occupancy: optional(figures.occupancy),
  rent: centsToDecimal(figures.rent),
  extras: centsToDecimal(figures.extras),
  average_nightly_rate: optional(figures.averageNightlyRate, centsToDecimal),
  revenue_per_night: optional(figures.revenuePerNight, centsToDecimal),
  average_stay: optional(figures.averageStay),
  average_days_ahead: optional(figures.averageDaysAhead),
  cancellations: figures.cancellations,
});

const prefixed = (prefix: string, cells: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(cells).map(([name, value]) => [`${prefix}_${name}`, value]));
