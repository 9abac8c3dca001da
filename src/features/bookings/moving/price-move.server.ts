import type { Db } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { readCode } from '../../../shared/booking-code.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { findSoldProperty } from '../calendar/load-rules.server.ts';
import { bookedProperty, type SoldProperty } from '../calendar/store.server.ts';
import { dueAlone } from '../extras/repriced-extras.server.ts';
import type { Price } from '../pricing/price.ts';
import { promoApplies } from '../pricing/promo.ts';
import { promoById } from '../pricing/store.server.ts';
import { type HostedPrice, priceHostedStay } from '../quotes/hosted-quote.server.ts';
import { quoteById, quoteParts } from '../quotes/store.server.ts';
import { extraAmounts, lineOfExtra, toPricedStay } from '../record/added-extras.ts';
import { hasStoredCard } from '../record/booking.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { bookingByCode } from '../record/bookings-store.server.ts';
import { isDisputed } from '../record/disputes-store.server.ts';
import { offeredNightly } from '../record/offers-store.server.ts';
import { bookingMoney, paidLeft } from '../record/payments-store.server.ts';
import type { MoveRequest } from './contract.server.ts';
import { type AnnouncedMoney, announceMoney, settleMove } from './move.ts';
import { type MovedExtra, moveExtras } from './moved-extras.server.ts';

/** @throws AppError `unauthenticated`, `forbidden`, `notFound`; `conflict` for a stay that is not confirmed, or is over */
export async function movableBooking(ctx: Ctx, code: string): Promise<{ booking: Booking; actor: string }> {
  const { email } = requireAdmin(ctx);
  const booking = await bookingByCode(ctx.db, readCode(code));
  if (!booking) throw new AppError('notFound', 'There is no booking with this code.');
  requireMovable(ctx, booking);
  return { booking, actor: email };
}

export function requireMovable(ctx: Ctx, { status, checkout }: Booking): void {
  if (status !== 'confirmed')
    throw new AppError('conflict', `Only confirmed stays are moved; this one is ${status}.`);
  if (checkout < todayAtProperty(ctx.now())) throw new AppError('conflict', 'This stay is over.');
}

export const staysPut = (booking: Booking, property: SoldProperty, request: MoveRequest): boolean =>
  booking.property_id === property.id &&
  booking.checkin === request.checkin &&
  booking.checkout === request.checkout;

/** Loads the stay's new home. Its present one is accepted even if it is unlisted, closed or takes fewer guests now. */
export async function targetProperty(
  ctx: Ctx,
  booking: Booking,
  { property: slug }: MoveRequest,
): Promise<SoldProperty> {
  const own = await bookedProperty(ctx.db, booking.property_id);
  const named = slug === undefined || slug === own.slug ? own : await findSoldProperty(ctx, slug);
  if (named.id !== own.id) return named;
  return {
    ...own,
    is_coming_soon: false,
    guests: Math.max(own.guests, booking.guests),
    max_pets: Math.max(own.max_pets, booking.pets),
  };
}

/** The price of a moved stay, and what happens to its extras. */
export type PricedMove = HostedPrice & {
  extras: MovedExtra[];
  /** The price before the move. */
  before: Price;
};

/** Prices a move under the policy, promotion and nightly price that the guest has. @throws AppError with a `reason` */
export async function priceMove(ctx: Ctx, booking: Booking, request: MoveRequest): Promise<PricedMove> {
  const property = await targetProperty(ctx, booking, request);
  const today = todayAtProperty(ctx.now());
  if (request.checkout < today)
    throw new AppError('invalid', 'A stay cannot end before today.', {
      fields: { checkout: 'A stay cannot end before today' },
    });
  const quote = await quoteById(ctx.db, booking.quote_id);
  if (!quote) throw new Error(`booking ${booking.code} has no quote`);
  const { price, policy } = quoteParts(quote);
  const { checkin, checkout } = request;
  const extras = await moveExtras(ctx.db, booking, price, {
    property_id: property.id,
    stay: { checkin, checkout },
  });
  const priced = await priceHostedStay(
    ctx,
    property,
    { ...request, guests: booking.guests, pets: booking.pets },
    {
      exceptBookingId: booking.id,
      // A stay that has begun may still be made longer or shorter.
      earliest: request.checkin === booking.checkin && booking.checkin < today ? booking.checkin : today,
      bookedOn: todayAtProperty(booking.created_at),
      policy,
      promo: await promoOfMove(ctx, booking, property, request),
      nightlyCents: await offeredNightly(ctx.db, booking.id),
      extras: extras.flatMap(({ priced: kept }) => kept ?? []),
      maxTotal: request.keepPrice ? booking.total_cents - lostWithMove(extras, price, booking) : undefined,
    },
  );
  return { ...priced, extras, before: price };
}

/** The price of the extras lost by a move, which is refunded in full even if the nights cost more; minor units. */
const lostWithMove = (extras: readonly MovedExtra[], price: Price, booking: Booking): number =>
  extras
    .filter(({ row, priced }) => priced === null && lineOfExtra(row, price.lines))
    .reduce((sum, { row }) => sum + extraAmounts(row, { price, stay: toPricedStay(booking) }).total, 0);

/** The promotion of the booking, where it holds for the new stay, too, as seen on the day of booking. */
async function promoOfMove(ctx: Ctx, booking: Booking, property: SoldProperty, request: MoveRequest) {
  if (!booking.promo_code_id) return null;
  const promo = await promoById(ctx.db, booking.promo_code_id);
  const bookedOn = todayAtProperty(booking.created_at);
  const rules = promo && { ...promo, is_active: true, max_uses: null };
  const stay = { ...request, propertyId: property.id };
  return rules && promoApplies(rules, stay, { today: bookedOn, uses: 0 }) ? promo : null;
}

interface MoneyAfter extends AnnouncedMoney {
  paid: number;
  /** Due separately, and not part of `due`: no refund is set off against it. */
  alone: number;
  hasCard: boolean;
  waived: number;
  counted: number;
}

export async function moneyAfter(
  ctx: Ctx,
  db: Db,
  booking: Booking,
  { price, property, stay, extras }: PricedMove,
  { countRefunds = false }: MoveRequest,
): Promise<MoneyAfter> {
  const money = await bookingMoney(db, booking.id);
  const paid = paidLeft(money);
  const cheaperBy = Math.max(0, booking.total_cents - price.total);
  const counted = countRefunds ? Math.min(money.waived, cheaperBy) : 0;
  const alone = dueAlone(
    price,
    stay,
    extras.map(({ row }) => row),
  );
  const total = Math.max(0, price.total - alone - (money.waived - counted));
  const hasCard = hasStoredCard(booking);
  const plan = { isDeposit: booking.plan === 'deposit', balanceDueDays: property.balanceDueDays, hasCard };
  const today = todayAtProperty(ctx.now());
  return {
    paid,
    alone,
    hasCard,
    waived: money.waived,
    counted,
    ...announceMoney(
      settleMove({ total, paid, checkin: stay.checkin }, plan, today),
      await isDisputed(db, booking.id),
    ),
  };
}
