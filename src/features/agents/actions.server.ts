import type { Static } from 'typebox';
import type { Ctx } from '../../platform/context.server.ts';
import type { Limit } from '../../platform/http/rate-limit.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { AppError } from '../../shared/errors.ts';
import { formatMoney } from '../../shared/money.ts';
import { unescapeHtml } from '../../shared/text/text.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import { bookPath, type StaySearch } from '../bookings/book/stay-search.ts';
import { readAvailability, readCalendar } from '../bookings/calendar/actions.server.ts';
import { findSoldProperty } from '../bookings/calendar/load-rules.server.ts';
import { availabilityQuery, calendarQuery } from '../bookings/calendar/stay-fields.server.ts';
import { currency } from '../bookings/pricing/price.ts';
import { priceTables } from '../bookings/pricing/store.server.ts';
import { createQuote, findPolicy } from '../bookings/quotes/actions.server.ts';
import { agentQuoteRequest } from '../bookings/quotes/contract.server.ts';
import { readPublicSections } from '../guide/actions.server.ts';
import { listProperties, readProperty } from '../listings/actions.server.ts';
import { type Property, propertyPath } from '../listings/property.ts';
import { readHomeReviews } from '../reviews/read-reviews.server.ts';
import { cancellationText, taxText } from './policy-text.ts';
import {
  type checkDatesOutput,
  type findStaysOutput,
  type getHomeOutput,
  type getPoliciesOutput,
  type getQuoteOutput,
  hostsTextNote,
} from './tool.schema.server.ts';

/** The arguments of an agent by name; each action parses them as the API parses its request. */
export type Args = Record<string, unknown>;

const agentQuoteLimit: Limit = {
  name: 'agent-quote',
  points: 30,
  seconds: 3600,
  message: 'These are many prices for one hour.',
};

/** Every listed home for some dates, the cheapest free one first; without arguments in the order of its hosts. */
export async function findStays(ctx: Ctx, args: Args): Promise<Static<typeof findStaysOutput>> {
  if (Object.keys(args).length === 0)
    return { properties: (await listProperties(ctx)).map((home) => toListedHome(ctx, home)), hostsTextNote };
  const { flexDays, ...stay } = availabilityQuery.parse(toQuery(args));
  const homes = await readAvailability(ctx, { ...stay, flexDays });
  return {
    properties: homes.map(({ total, perNight, ...home }) =>
      withoutUndefined({
        total,
        totalText: total === undefined ? undefined : formatMoney(total, home.currency),
        perNight,
        ...home,
        continueUrl: home.isFree ? continueUrl(ctx, { ...stay, property: home.slug }) : undefined,
      }),
    ),
    hostsTextNote,
  };
}

const toListedHome = ({ settings }: Ctx, { slug, title, guests, bookingMode }: Property) => ({
  slug,
  title,
  currency,
  guests,
  bookingMode,
  url: new URL(propertyPath(slug), settings.appUrl).href,
});

/** A home's facts, and beside them what its hosts wrote. */
export async function getHome(ctx: Ctx, args: Args): Promise<Static<typeof getHomeOutput>> {
  const home = await readProperty(ctx, parseProperty(args));
  const [sections, { average, count }] = await Promise.all([
    readPublicSections(ctx, home.slug),
    readHomeReviews(ctx, home.slug, { page: 1 }),
  ]);
  const { title, description, price_preview, amenities, sleeping, houseRules, locality, address, ...own } =
    home;
  const { id: _id, images: _images, pictures: _pictures, shareDescription: _share, ...facts } = own;
  return {
    ...facts,
    url: new URL(propertyPath(home.slug), ctx.settings.appUrl).href,
    reviews: { average, count },
    textOfTheProperty: {
      title,
      description,
      price_preview,
      amenities,
      sleeping,
      houseRules,
      locality,
      address,
      guide: sections.map(({ title, html }) => ({ title, text: toText(html) })),
    },
    hostsTextNote,
  };
}

/** A home day by day. */
export async function checkDates(ctx: Ctx, args: Args): Promise<Static<typeof checkDatesOutput>> {
  const { property: _, ...dates } = args;
  const property = parseProperty(args);
  return { property, ...(await readCalendar(ctx, property, calendarQuery.parse(toQuery(dates)))) };
}

/** The price of a stay, its total first. @throws AppError with a `reason` */
export async function getQuote(ctx: Ctx, args: Args): Promise<Static<typeof getQuoteOutput>> {
  const request = agentQuoteRequest.parse(args);
  const { total, ...quote } = await createQuote(ctx, request, { limit: agentQuoteLimit });
  return {
    total,
    totalText: formatMoney(total, quote.currency),
    ...quote,
    continueUrl: continueUrl(ctx, request),
    hostsTextNote,
  };
}

/** Loads the policies that a guest accepts, in sentences. */
export async function getPolicies(ctx: Ctx, args: Args): Promise<Static<typeof getPoliciesOutput>> {
  const slug = parseProperty(args);
  const property = await findSoldProperty(ctx, slug);
  const [{ houseRules, checkInFrom, checkOutUntil }, policy, { taxes }] = await Promise.all([
    readProperty(ctx, property.slug),
    findPolicy(ctx, property.cancellation_policy_id),
    priceTables(ctx, property.id),
  ]);
  return {
    property: property.slug,
    cancellation: cancellationText(policy),
    taxes: taxText(taxes, todayAtProperty(ctx.now())),
    checkInFrom,
    checkOutUntil,
    textOfTheProperty: { houseRules },
    hostsTextNote,
  };
}

const continueUrl = ({ settings }: Ctx, search: StaySearch): string =>
  new URL(bookPath({ ...search, via: 'agent' }), settings.appUrl).href;

/** Runs an action about a home; an unknown home gets a response that lists those that exist. @throws AppError as the action */
export async function namingHomes<T>(ctx: Ctx, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'notFound') throw error;
    const homes = (await listProperties(ctx)).map(({ slug }) => slug);
    throw new AppError('notFound', `${error.message} Our homes: ${homes.join(', ')}.`, {
      extra: { properties: homes },
    });
  }
}

/** The words of sanitised HTML. */
const toText = (html: string): string =>
  unescapeHtml(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

function parseProperty({ property }: Args): string {
  if (typeof property === 'string' && property !== '') return property;
  const message = 'Please name a home by its slug';
  throw new AppError('invalid', message, { fields: { property: message } });
}

/** Arguments as the query of the API's call, whose parser reads them. */
const toQuery = (args: Args): string =>
  `?${new URLSearchParams(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )}`;
