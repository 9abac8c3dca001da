import type { Db } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { type OfferRow, recentOffers } from '../../bookings/record/offers-store.server.ts';

/** Longer than a host writes an offer while another one sends theirs. */
const sameMomentMs = 10 * minuteMs;

/** The values in which two equal offers agree. */
type OfferTerms = Pick<
  OfferRow,
  | 'slug'
  | 'checkin'
  | 'checkout'
  | 'guests'
  | 'pets'
  | 'nightly_cents'
  | 'email'
  | 'note'
  | 'holds_nights'
  | 'createdBy'
  | 'expiresAt'
  | 'extra_lines'
>;

const facts = (offer: OfferTerms) =>
  JSON.stringify([
    offer.slug,
    offer.checkin,
    offer.checkout,
    offer.guests,
    offer.pets,
    offer.nightly_cents,
    offer.email,
    offer.note,
    offer.holds_nights,
    offer.extra_lines.map(({ extraId, quantity }) => `${extraId} ${quantity}`).sort(),
  ]);

/**
 * Hosts who concurrently offer for one inquiry send its guest one offer.
 * @returns the offer that went out a moment ago and is this one @throws AppError `conflict` where another host sent another
 */
export async function offerSentAlready(
  ctx: Ctx,
  db: Db,
  inquiryId: string,
  offered: OfferTerms,
): Promise<OfferRow | undefined> {
  const recent = await recentOffers(db, inquiryId, new Date(ctx.now().getTime() - sameMomentMs));
  const isSame = (offer: OfferRow) =>
    facts(offer) === facts(offered) &&
    Math.abs(offer.expiresAt.getTime() - offered.expiresAt.getTime()) < sameMomentMs;
  const same = recent.find(isSame);
  const other = recent.find(({ createdBy }) => createdBy !== offered.createdBy);
  if (!same && other)
    throw new AppError(
      'conflict',
      `${other.createdBy} has just made an offer for this inquiry. Another one can go out ten minutes after it, or once it is withdrawn.`,
    );
  return same;
}
