import type { Db } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { reasonError, reasonMessage } from '../calendar/reason.ts';
import { bookedProperty, type SoldProperty } from '../calendar/store.server.ts';
import { dueAlone } from '../extras/repriced-extras.server.ts';
import { announceMoney, settleMove } from '../moving/move.ts';
import { type Price, toBillLines } from '../pricing/price.ts';
import { priceOfParty, readBookedRules, toBookedRules } from '../pricing/price-of-party.ts';
import { priceTables } from '../pricing/store.server.ts';
import { type QuoteRow, quoteById, quoteParts } from '../quotes/store.server.ts';
import { hasStoredCard } from '../record/booking.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { isDisputed } from '../record/disputes-store.server.ts';
import { openExtras } from '../record/extras-store.server.ts';
import { bookingMoney, isBalanceToCome, paidLeft } from '../record/payments-store.server.ts';
import type { PartyChange, PartyRequest } from './contract.server.ts';

interface PricedParty {
  quote: QuoteRow;
  price: Price;
  change: PartyChange;
  /** The stored day of the balance, which a dispute does not change. */
  balanceOn: string | null;
}

/**
 * Prices a stay with another party, with the rates, taxes and fees at which it was booked, and the payment or refund
 * that follows.
 * @throws AppError with a `reason`
 */
export async function priceParty(
  ctx: Ctx,
  db: Db,
  booking: Booking,
  request: PartyRequest,
): Promise<PricedParty> {
  const [property, quote] = await Promise.all([
    bookedProperty(db, booking.property_id),
    quoteById(db, booking.quote_id),
  ]);
  if (!quote) throw new Error(`booking ${booking.code} has no quote`);
  requireRoom(booking, property, request);
  const price = await priceNow({ ...ctx, db }, booking, { property, quote, request });
  const { balanceOn, ...money } = await moneyAfter(ctx, db, booking, { property, price, request });
  return {
    quote,
    price,
    balanceOn,
    change: {
      from: { guests: booking.guests, pets: booking.pets, total: booking.total_cents },
      to: {
        guests: request.guests,
        pets: request.pets,
        total: price.total,
        lines: toBillLines(price.lines),
      },
      difference: price.total - booking.total_cents,
      ...money,
    },
  };
}

/** A home that now takes fewer guests still takes as many as were booked. */
function requireRoom(booking: Booking, property: SoldProperty, { guests, pets }: PartyRequest): void {
  const limits = [
    { reason: 'too_many_guests' as const, count: guests, max: Math.max(property.guests, booking.guests) },
    { reason: 'too_many_pets' as const, count: pets, max: Math.max(property.max_pets, booking.pets) },
  ];
  const exceeded = limits.find(({ count, max }) => count > max);
  if (!exceeded) return;
  const { reason, max } = exceeded;
  const { title } = property;
  const { currency } = booking;
  throw reasonError(reason, reasonMessage({ reason, max }, { title, stay: booking, nearest: [], currency }));
}

async function priceNow(
  ctx: Ctx,
  booking: Booking,
  { property, quote, request }: { property: SoldProperty; quote: QuoteRow; request: PartyRequest },
): Promise<Price> {
  const { price } = quoteParts(quote);
  const isSame = request.guests === booking.guests && request.pets === booking.pets;
  if (request.keepTotal || isSame) return price;
  const { checkin, checkout, guests, pets } = booking;
  const today = { ...(await priceTables(ctx, property.id)), property, rates: [] };
  const booked = readBookedRules(price, { checkin, checkout, guests, pets }, toBookedRules(today));
  const stay = { checkin, checkout, guests: request.guests, pets: request.pets };
  return priceOfParty(price, stay, booked);
}

/** A balance that is still to come keeps its day; else what is open is asked for as after a move. */
async function moneyAfter(
  ctx: Ctx,
  db: Db,
  booking: Booking,
  { property, price, request }: { property: SoldProperty; price: Price; request: PartyRequest },
) {
  const [money, rows] = await Promise.all([bookingMoney(db, booking.id), openExtras(db, booking.id)]);
  const { checkin, checkout } = booking;
  const { guests, pets } = request;
  const alone = dueAlone(price, { checkin, checkout, guests, pets }, rows);
  const today = todayAtProperty(ctx.now());
  // Amounts that are due separately stay so: no refund is set off against them.
  const { due, dueOn, refund } = settleMove(
    { total: Math.max(0, price.total - alone - money.waived), paid: paidLeft(money), checkin },
    {
      isDeposit: booking.plan === 'deposit',
      balanceDueDays: property.balanceDueDays,
      hasCard: hasStoredCard(booking),
    },
    today,
  );
  const isToCome = isBalanceToCome(booking, money, today);
  const day = due > 0 && isToCome ? booking.balance_due_on : dueOn;
  return announceMoney({ due, dueOn: day, refund }, await isDisputed(db, booking.id));
}
