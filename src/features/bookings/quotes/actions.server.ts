import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { dayMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { addDays } from '../../../shared/nights.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { otherFreeHomes } from '../calendar/actions.server.ts';
import { checkStay, type StayProblem } from '../calendar/check-stay.ts';
import { explainProblem, nearestWithinDays } from '../calendar/explain-problem.server.ts';
import {
  calendarsCheckedAt,
  findSoldProperty,
  loadRules,
  type PropertyRules,
} from '../calendar/load-rules.server.ts';
import { reasonError } from '../calendar/reason.ts';
import { extrasOfHome } from '../pricing/extras-store.server.ts';
import { paymentPlans, plansOn } from '../pricing/payment-plans.ts';
import { currency, type Stay, toBillLines } from '../pricing/price.ts';
import { toBookedRules } from '../pricing/price-of-party.ts';
import { priceStay } from '../pricing/price-stay.ts';
import { promoApplies } from '../pricing/promo.ts';
import { type CancellationPolicy, noPolicy } from '../pricing/refund.ts';
import { promoByCode } from '../pricing/store.server.ts';
import { graceHours, refundSteps } from '../pricing/timeline.server.ts';
import type { Quote, QuoteRequest } from './contract.server.ts';
import { quoteLifetimeMs } from './quote.ts';
import { chooseExtras, toQuotedExtras } from './quoted-extras.server.ts';
import {
  cancellationPolicy,
  deleteUnbookedQuotes,
  insertQuote,
  isOfExample,
  type QuoteRow,
  quoteById,
  quoteParts,
} from './store.server.ts';

const quoteLimit: Limit = {
  name: 'quote',
  points: 120,
  seconds: 3600,
  message: 'You have asked for many prices in a short time. Please try again later, or call us to book.',
};

interface QuoteOptions {
  /** The browser whose own holds count as free nights. */
  browserHash?: Buffer | null;
  /** The limit that the request uses. */
  limit?: Limit;
}

/** Prices a stay for half an hour. @throws AppError with a `reason` */
export async function createQuote(
  ctx: Ctx,
  request: QuoteRequest,
  { browserHash = null, limit = quoteLimit }: QuoteOptions = {},
): Promise<Quote> {
  await ctx.consumeLimit(limit, ctx.clientKey);
  const { property: slug, promoCode, extras: wanted = [], ...stay } = request;
  const property = await findSoldProperty(ctx, slug);
  const nights = {
    from: addDays(stay.checkin, -nearestWithinDays),
    until: addDays(stay.checkout, nearestWithinDays),
    browserHash,
  };
  const rules = await loadRules(ctx, property, nights);
  const problem = checkStay(rules.calendar, stay);
  if (problem) throw stayError(rules, request, problem, await otherFreeHomes(ctx, property.slug, stay));
  const [promo, policy, checkedAt, offered] = await Promise.all([
    promoCode === undefined
      ? null
      : findPromo(ctx, promoCode, { ...stay, propertyId: property.id, browserHash }),
    findPolicy(ctx, property.cancellation_policy_id),
    calendarsCheckedAt(ctx, property.id),
    extrasOfHome(ctx.db, property.id),
  ]);
  const { today } = rules.calendar;
  const extras = chooseExtras(offered, wanted, stay, today);
  const price = priceStay(rules.prices, stay, today, promo, 0, extras);
  const plans = paymentPlans(property, { total: price.total, checkin: stay.checkin, today });
  const row: PricedQuote = {
    id: newId(),
    property_id: property.id,
    slug: property.slug,
    ...stay,
    promo_code_id: promo?.id ?? null,
    price,
    total_cents: price.total,
    currency,
    plans,
    cancellation_policy: policy,
    check_in_from: property.check_in_from,
    calendars_checked_at: checkedAt,
    created_at: ctx.now(),
    expires_at: new Date(ctx.now().getTime() + quoteLifetimeMs),
  };
  const { slug: _, ...columns } = row;
  await insertQuote(ctx.db, {
    ...columns,
    price: JSON.stringify({ ...price, booked: toBookedRules(rules.prices) }),
    plans: JSON.stringify(plans),
    cancellation_policy: JSON.stringify(policy),
  });
  const { taxes } = rules.prices;
  return { ...toQuote(row), extras: toQuotedExtras(offered, price, { stay, taxes, today }) };
}

export async function readQuote(ctx: Ctx, id: string): Promise<Quote> {
  const row = await findQuote(ctx, id);
  const { price } = quoteParts(row);
  const offered = await extrasOfHome(ctx.db, row.property_id);
  const { checkin, checkout, guests, pets } = row;
  const stay = { checkin, checkout, guests, pets };
  const { taxes = [] } = price.booked ?? {};
  const today = todayAtProperty(row.created_at);
  return { ...toQuote(row), extras: toQuotedExtras(offered, price, { stay, taxes, today }) };
}

/** Reads a quote as it can be booked now: with the payment plans, cancellation steps and grace hours of today. */
export async function readQuoteNow(ctx: Ctx, id: string): Promise<Quote> {
  const row = await findQuote(ctx, id);
  const plans = plansOn(quoteParts(row).plans, todayAtProperty(ctx.now()));
  return toQuote({ ...row, plans }, ctx.now());
}

/** The row as stored; `quoteParts` reads its `price`, `plans` and policy. */
export async function findQuote(ctx: Ctx, id: string): Promise<QuoteRow> {
  const row = isUuid(id) ? await quoteById(ctx.db, id) : undefined;
  if (!row || (await isOfExample(ctx, row))) throw new AppError('notFound', 'There is no such quote.');
  return row;
}

/** The error for a stay that cannot be sold, with the nearest free stays and, where given, other free homes. */
export function stayError(
  rules: PropertyRules,
  stay: Stay,
  problem: StayProblem,
  otherProperties?: Awaited<ReturnType<typeof otherFreeHomes>>,
): AppError {
  const { reason, message, nearest } = explainProblem(rules, stay, problem);
  return reasonError(reason, message, { nearest, otherProperties, currency });
}

/** The error for nights that were taken a moment ago, with the nearest free stays by the rules as loaded before. */
export const takenError = (rules: PropertyRules, stay: Stay): AppError => {
  const { checkin, checkout } = stay;
  const occupied = [...rules.calendar.occupied, { kind: 'booking' as const, from: checkin, until: checkout }];
  const taken: StayProblem = { reason: 'dates_taken', isBooked: true, from: checkin, until: checkout };
  return stayError({ ...rules, calendar: { ...rules.calendar, occupied } }, stay, taken);
};

export async function findPromo(
  ctx: Ctx,
  code: string,
  stay: { checkin: string; checkout: string; propertyId: string; browserHash: Buffer | null },
) {
  const promo = await promoByCode(ctx.db, code, stay);
  if (!promo) throw reasonError('promo_unknown', 'We do not know this promotion code.');
  if (!promoApplies(promo, stay, { today: todayAtProperty(ctx.now()), uses: promo.uses ?? 0 })) {
    throw reasonError('promo_not_valid', 'This promotion code does not hold for this stay.');
  }
  return promo;
}

export async function findPolicy(ctx: Ctx, id: string | null): Promise<CancellationPolicy> {
  const policy = id === null ? undefined : await cancellationPolicy(ctx.db, id);
  return policy ?? noPolicy;
}

type PricedQuote = Omit<QuoteRow, 'houseRules' | 'is_booked'>;

/** @param bookedAt the moment of booking, on which the cancellation steps and the grace hours depend */
export function toQuote(row: PricedQuote, bookedAt = row.created_at): Quote {
  const { price, plans, policy } = quoteParts(row);
  return {
    id: row.id,
    expiresAt: row.expires_at.toISOString(),
    property: row.slug,
    checkin: row.checkin,
    checkout: row.checkout,
    guests: row.guests,
    pets: row.pets,
    nights: price.nights,
    lines: toBillLines(price.lines),
    total: price.total,
    currency: row.currency,
    perNight: price.perNight,
    plans,
    cancellation: refundSteps(policy, row, bookedAt).map(({ until, refundPercent }) => ({
      until: until.toISOString(),
      refundPercent,
    })),
    graceHours: graceHours(policy, row.checkin, bookedAt),
    calendarsCheckedAt: row.calendars_checked_at?.toISOString() ?? null,
  };
}

/** How long a quote that was not booked can be read. */
const retentionDays = 30;

export const purgeQuotes = (ctx: Ctx) =>
  deleteUnbookedQuotes(ctx.db, new Date(ctx.now().getTime() - retentionDays * dayMs));
