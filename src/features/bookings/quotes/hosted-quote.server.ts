import type { Db } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { addDays } from '../../../shared/nights.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { maxReadingAgeMs } from '../../channels/feed.ts';
import { checkHostedStay, checkStay } from '../calendar/check-stay.ts';
import { nearestWithinDays } from '../calendar/explain-problem.server.ts';
import { calendarsCheckedAt, loadRules, type PropertyRules } from '../calendar/load-rules.server.ts';
import { reasonMessage } from '../calendar/reason.ts';
import type { SoldProperty } from '../calendar/store.server.ts';
import { cappedPrice } from '../pricing/capped-price.ts';
import { type PaymentPlan, paymentPlans } from '../pricing/payment-plans.ts';
import {
  currency,
  type Price,
  type PricedExtra,
  type PriceRules,
  type Promo,
  type Stay,
} from '../pricing/price.ts';
import { toBookedRules } from '../pricing/price-of-party.ts';
import type { CancellationPolicy } from '../pricing/refund.ts';
import { findPolicy, stayError } from './actions.server.ts';
import { insertQuote } from './store.server.ts';

interface HostedOptions {
  promo?: (Promo & { id: string }) | null;
  /** Each night's price in place of the home's; such a price takes no discounts. Minor units. */
  nightlyCents?: number | null;
  /** The booking that is moved: its own nights count as free. */
  exceptBookingId?: string;
  /** The first possible check-in; today by default. */
  earliest?: string;
  /** The most that the guest pays, in minor units. */
  maxTotal?: number;
  /** The day by which a discount is early or at the last minute; today unless the stay was booked before. */
  bookedOn?: string;
  extras?: readonly PricedExtra[];
  /** The policy that the guest has agreed to already. */
  policy?: CancellationPolicy;
}

export interface HostedPrice {
  property: SoldProperty;
  stay: Stay;
  price: Price;
  plans: PaymentPlan[];
  policy: CancellationPolicy;
  promoId: string | null;
  calendarsCheckedAt: Date | null;
  /** Rules for guests that the hosts set aside, in sentences. */
  overrides: string[];
  rules: PropertyRules;
}

/** Prices a stay for hosts, who may override the rules for guests but not taken nights. @throws AppError with a `reason` */
export async function priceHostedStay(
  ctx: Ctx,
  property: SoldProperty,
  { checkin, checkout, guests, pets }: Stay,
  options: HostedOptions = {},
): Promise<HostedPrice> {
  const stay = { checkin, checkout, guests, pets };
  const rules = await loadRules(ctx, property, {
    from: addDays(checkin, -nearestWithinDays),
    until: addDays(checkout, nearestWithinDays),
    exceptBookingId: options.exceptBookingId,
  });
  const { today } = rules.calendar;
  const problem = checkHostedStay(withPrice(rules, options), stay, options.earliest ?? today);
  if (problem) throw stayError(rules, stay, problem);
  const guestProblem = checkStay(rules.calendar, stay);
  const [policy, checkedAt] = await Promise.all([
    options.policy ?? findPolicy(ctx, property.cancellation_policy_id),
    calendarsCheckedAt(ctx, property.id),
  ]);
  const { promo = null, nightlyCents = null, maxTotal = Number.POSITIVE_INFINITY, extras = [] } = options;
  const prices = atNightlyPrice(rules.prices, nightlyCents);
  const price = cappedPrice(prices, stay, options.bookedOn ?? today, { promo, maxTotal, extras });
  return {
    property,
    stay,
    price,
    policy,
    promoId: promo?.id ?? null,
    calendarsCheckedAt: checkedAt,
    rules,
    plans: paymentPlans(property, { total: price.total, checkin, today }),
    overrides: [
      ...(guestProblem
        ? [reasonMessage(guestProblem, { title: property.title, stay, nearest: [], currency })]
        : []),
      ...(isStale(checkedAt, ctx.now()) ? [staleCalendars] : []),
    ],
  };
}

const staleCalendars =
  'The calendars of other channels could not be read for 6 hours or more: please look there first.';

const isStale = (checkedAt: Date | null, now: Date): boolean =>
  checkedAt === null || now.getTime() - checkedAt.getTime() > maxReadingAgeMs;

const withPrice = ({ calendar }: PropertyRules, { nightlyCents }: HostedOptions) =>
  nightlyCents
    ? { ...calendar, rates: [], property: { ...calendar.property, ...onePrice(nightlyCents) } }
    : calendar;

const onePrice = (nightlyCents: number) => ({ nightly_cents: nightlyCents, weekend_cents: null });

const atNightlyPrice = (rules: PriceRules, nightlyCents: number | null): PriceRules =>
  nightlyCents
    ? { ...rules, property: { ...rules.property, ...onePrice(nightlyCents) }, rates: [], discounts: [] }
    : rules;

/** Stores a hosts' price, which never changes after. @returns the quote's id */
export async function storeHostedPrice(
  ctx: Ctx,
  db: Db,
  { property, stay, price, plans, policy, promoId, calendarsCheckedAt: checkedAt, rules }: HostedPrice,
  expiresAt: Date,
): Promise<string> {
  const id = newId();
  await insertQuote(db, {
    id,
    property_id: property.id,
    ...stay,
    promo_code_id: promoId,
    currency,
    price: JSON.stringify({ ...price, booked: toBookedRules(rules.prices) }),
    total_cents: price.total,
    plans: JSON.stringify(plans),
    cancellation_policy: JSON.stringify(policy),
    check_in_from: property.check_in_from,
    calendars_checked_at: checkedAt,
    created_at: ctx.now(),
    expires_at: expiresAt,
  });
  return id;
}
