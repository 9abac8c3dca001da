import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { idOfName, newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { hashToken, newToken } from '../../auth/tokens.server.ts';
import { reasonError } from '../calendar/reason.ts';
import { accessEndsAt } from '../record/access.server.ts';
import { toActor } from '../record/actor.ts';
import { type Booking, lockBooking } from '../record/bookings-store.server.ts';
import {
  insertCompanion,
  listCompanions,
  replaceCompanionToken,
  revokeCompanion,
} from '../record/companions-store.server.ts';
import { recordEvent } from '../record/events-store.server.ts';
import { assertSameKey, requireSameKey } from '../record/find-booking.server.ts';
import { sharedTripPath } from '../record/trip-paths.ts';
import type { SharedLink } from './contract.server.ts';

const maxCompanions = 15;

const dayLimit: Limit = {
  name: 'companions',
  points: 20,
  seconds: 86_400,
  message: 'You have made many links within a day. Please try again tomorrow, or call us.',
};

/**
 * Makes a link to a stay for a companion; no other response has its URL.
 * @param key makes one link for a name however often it is sent, as by a double press; each time the link gets another URL
 * @throws AppError `conflict` (`not_confirmed`, `too_many_companions`), `tooMany`
 */
export async function shareStay(
  ctx: Ctx,
  authorized: Booking,
  { name, key }: { name: string; key: string | null },
): Promise<SharedLink> {
  const { id } = authorized;
  await ctx.consumeLimit(dayLimit, id);
  const companionId = key === null ? newId() : idOfName(`companion/${id}/${key}/${name}`);
  const [token, now] = [newToken(), ctx.now()];
  await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, id);
    assertSameKey(authorized, booking);
    const { status, checkout } = booking;
    if (status !== 'confirmed' || now >= accessEndsAt(checkout))
      throw reasonError(
        'not_confirmed',
        'A link for those who come along can be made from the confirmation until the end of the stay.',
      );
    const companions = await listCompanions(tx, id);
    if (companions.some((one) => one.id === companionId)) {
      await replaceCompanionToken(tx, companionId, hashToken(token));
      return;
    }
    if (companions.length >= maxCompanions)
      throw reasonError(
        'too_many_companions',
        `At most ${maxCompanions} people can have a link. Please end one of the others first.`,
      );
    const isNew = await insertCompanion(tx, {
      id: companionId,
      booking_id: id,
      name,
      token_hash: hashToken(token),
      created_at: now,
    });
    if (!isNew)
      throw new AppError('conflict', 'This link was ended. Please look at your trip again to make another.');
    await recordEvent(tx, { booking_id: id, event: 'companion_added', actor: toActor(ctx), created_at: now });
  });
  return { id: companionId, url: `${ctx.settings.appUrl}${sharedTripPath(token)}` };
}

/** Ends a companion's link at once. @throws AppError `notFound` for one that is unknown, ended or another booking's */
export async function endSharedLink(ctx: Ctx, booking: Booking, id: string): Promise<void> {
  const { id: bookingId } = booking;
  const now = ctx.now();
  await ctx.db.transaction().execute(async (tx) => {
    await requireSameKey(tx, booking);
    const ended = isUuid(id) ? await revokeCompanion(tx, { id, bookingId, now }) : undefined;
    if (!ended) throw new AppError('notFound', 'There is no such link, or it has ended already.');
    await recordEvent(tx, {
      booking_id: bookingId,
      event: 'companion_removed',
      actor: toActor(ctx),
      created_at: now,
    });
  });
}
