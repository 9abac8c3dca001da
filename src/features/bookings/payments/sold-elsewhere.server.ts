import type { Ctx } from '../../../platform/context.server.ts';
import type { AppError } from '../../../shared/errors.ts';
import { addDays } from '../../../shared/nights.ts';
import { otherFreeHomes } from '../calendar/actions.server.ts';
import { nearestWithinDays, pricedNearest } from '../calendar/explain-problem.server.ts';
import { loadRules } from '../calendar/load-rules.server.ts';
import { nearestText, reasonError } from '../calendar/reason.ts';
import { soldProperty } from '../calendar/store.server.ts';
import { currency, type Stay } from '../pricing/price.ts';
import { findQuote } from '../quotes/actions.server.ts';
import { bookingById } from '../record/bookings-store.server.ts';

/** Thrown inside the transaction that would have opened a payment page. */
export class NightsSoldElsewhere extends Error {}

const sold = 'Another channel has sold these nights in the meantime. We are sorry.';

/** The error for a hold whose nights another channel sold, with the nearest free stays and other free homes. */
export async function soldElsewhereError(ctx: Ctx, bookingId: string): Promise<AppError> {
  const { checkin, checkout, guests, pets, quote_id } = await bookingById(ctx.db, bookingId);
  return lostNightsError(ctx, { quote_id, checkin, checkout, guests, pets }, sold, bookingId);
}

/** @param exceptBookingId the booking whose own nights count as free */
export async function lostNightsError(
  ctx: Ctx,
  { quote_id, checkin, checkout, guests, pets }: Stay & { quote_id: string },
  why: string,
  exceptBookingId?: string,
): Promise<AppError> {
  const stay = { checkin, checkout, guests, pets };
  const { slug } = await findQuote(ctx, quote_id);
  const [property, otherProperties] = await Promise.all([
    soldProperty(ctx, slug),
    otherFreeHomes(ctx, slug, stay),
  ]);
  const nearest = property
    ? pricedNearest(
        await loadRules(ctx, property, {
          from: addDays(checkin, -nearestWithinDays),
          until: addDays(checkout, nearestWithinDays),
          exceptBookingId,
        }),
        stay,
        nearestWithinDays,
      )
    : [];
  const message = [why, nearestText(stay, nearest, currency)].filter(Boolean).join(' ');
  return reasonError('dates_taken', message, { nearest, otherProperties, currency });
}
