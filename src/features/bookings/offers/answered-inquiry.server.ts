import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { lockThread } from '../../inbox/threads/store.server.ts';
import { type OfferRow, recentOffers } from './store.server.ts';

/** Longer than a host writes an offer while another one sends theirs. */
const sameMomentMs = 10 * minuteMs;

/** What makes two offers one. */
type Offered = Pick<OfferRow, 'property_id' | 'checkin' | 'checkout' | 'guests' | 'pets' | 'total_cents'> &
  Pick<OfferRow, 'email' | 'note' | 'holds_nights' | 'created_by' | 'expires_at'>;

const facts = (offer: Offered) =>
  JSON.stringify([
    ...[offer.property_id, offer.checkin, offer.checkout, offer.guests, offer.pets, offer.total_cents],
    ...[offer.email, offer.note, offer.holds_nights],
  ]);

/**
 * Locks an inquiry, so that hosts who answer it at the same moment send its guest one offer.
 * @returns the offer that went out a moment ago and is this one @throws AppError `conflict` where another host sent another
 */
export async function offerSentAlready(
  ctx: Ctx,
  tx: Tx,
  inquiryId: string,
  offered: Offered,
): Promise<OfferRow | undefined> {
  await lockThread(tx, inquiryId);
  const recent = await recentOffers(tx, inquiryId, new Date(ctx.now().getTime() - sameMomentMs));
  const isSame = (offer: OfferRow) =>
    facts(offer) === facts(offered) &&
    Math.abs(offer.expires_at.getTime() - offered.expires_at.getTime()) < sameMomentMs;
  const same = recent.find(isSame);
  const other = recent.find(({ created_by }) => created_by !== offered.created_by);
  if (!same && other)
    throw new AppError(
      'conflict',
      `${other.created_by} has just sent an offer for this inquiry. Please look at the conversation before you send another one.`,
    );
  return same;
}
