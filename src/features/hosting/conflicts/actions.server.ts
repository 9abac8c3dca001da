import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { addDays } from '../../../shared/nights.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { nearestWithinDays, pricedNearest } from '../../bookings/calendar/explain-problem.server.ts';
import { loadRules } from '../../bookings/calendar/load-rules.server.ts';
import { bookedProperty, soldProperties } from '../../bookings/calendar/store.server.ts';
import { previewMove } from '../../bookings/moving/preview-move.server.ts';
import type { Booking } from '../../bookings/record/bookings-store.server.ts';
import { bookingByCode } from '../../bookings/record/bookings-store.server.ts';
import { bookingMoney, refundable } from '../../bookings/record/payments-store.server.ts';
import {
  type ChannelConflictRow,
  dismissConflict,
  openChannelConflicts,
} from './channel-conflicts-store.server.ts';
import type { ChannelConflict, Conflict, ConflictDetail, ConflictList } from './contract.server.ts';
import { type ConflictRow, openConflict, openConflicts } from './store.server.ts';

/** @throws AppError `unauthenticated`, `forbidden` */
export async function listConflicts(ctx: Ctx): Promise<ConflictList> {
  requireAdmin(ctx);
  const [own, channels] = await Promise.all([openConflicts(ctx.db), openChannelConflicts(ctx.db)]);
  return { conflicts: own.map(toConflict), channelConflicts: channels.map(toChannelConflict) };
}

/**
 * Closes a conflict of two channels whose events are one stay; it is reported again only with other nights.
 * @returns the conflicts that are left
 * @throws AppError `unauthenticated`, `forbidden`, `notFound` for one that is resolved, or that a booking of ours is part of
 */
export async function dismissChannelConflict(ctx: Ctx, id: string): Promise<ConflictList> {
  const { email } = requireAdmin(ctx);
  const isDismissed = isUuid(id) && (await dismissConflict(ctx.db, id, ctx.now()));
  if (!isDismissed) throw noSuchConflict();
  ctx.log.info({ conflict: id, actor: email }, 'a conflict of two channels was dismissed as one stay');
  return listConflicts(ctx);
}

const noSuchConflict = (): AppError =>
  new AppError('notFound', 'There is no such conflict any more: one of the two stays is gone.');

/** An open conflict and its booking. @throws AppError `unauthenticated`, `forbidden`, `notFound` for one that is resolved */
export async function findConflict(
  ctx: Ctx,
  id: string,
): Promise<{ conflict: ConflictRow; booking: Booking }> {
  requireAdmin(ctx);
  const conflict = isUuid(id) ? await openConflict(ctx.db, id) : undefined;
  if (!conflict) throw noSuchConflict();
  return { conflict, booking: await loadBooking(ctx, conflict) };
}

/** A conflict with what can be done about it. @throws AppError as `findConflict` does */
export async function readConflict(ctx: Ctx, id: string): Promise<ConflictDetail> {
  const { conflict, booking } = await findConflict(ctx, id);
  const [own, homes] = await Promise.all([
    bookedProperty(ctx.db, booking.property_id),
    freeHomes(ctx, booking),
  ]);
  const rules = await loadRules(ctx, own, {
    from: addDays(booking.checkin, -nearestWithinDays),
    until: addDays(booking.checkout, nearestWithinDays),
    exceptBookingId: booking.id,
  });
  return {
    ...toConflict(conflict),
    choices: {
      properties: homes,
      stays: pricedNearest(rules, booking, nearestWithinDays),
      refund: refundable(await bookingMoney(ctx.db, booking.id)),
      notes: defaultNotes,
    },
  };
}

/** The default text to the guest, which the hosts may change. */
const defaultNotes = {
  move: 'We are sorry: another booking site sold your nights a second time. So that your holiday goes ahead, we have a home for you nearby on the same nights, at no extra cost.',
  dates:
    'We are sorry: another booking site sold your nights a second time. We would love to have you on other dates, at no extra cost.',
  refund:
    'We are very sorry: another booking site sold your nights a second time, and we have no other home free for you. All that you paid goes back.',
};

/** The other homes that are free on the same nights, at no extra cost. */
async function freeHomes(
  ctx: Ctx,
  { code, checkin, checkout, property_id }: Booking,
): Promise<ConflictDetail['choices']['properties']> {
  const others = (await soldProperties(ctx)).filter(({ id }) => id !== property_id);
  const homes = await Promise.all(
    others.map(async ({ slug, title }) => {
      try {
        const request = { checkin, checkout, property: slug, keepPrice: true };
        return { slug, title, total: (await previewMove(ctx, code, request)).to.total };
      } catch (error) {
        if (error instanceof AppError) return null;
        throw error;
      }
    }),
  );
  return homes.filter((home) => home !== null);
}

async function loadBooking(ctx: Ctx, { code }: ConflictRow): Promise<Booking> {
  const booking = await bookingByCode(ctx.db, code);
  if (!booking) throw new Error(`conflict of a booking that does not exist: ${code}`);
  return booking;
}

const toConflict = (row: ConflictRow): Conflict => ({
  id: row.id,
  detectedAt: row.detectedAt.toISOString(),
  offeredAt: row.offeredAt?.toISOString() ?? null,
  booking: {
    code: row.code,
    name: row.guestName,
    phone: row.phone,
    property: { slug: row.slug, title: row.title },
    checkin: row.bookedCheckin,
    checkout: row.bookedCheckout,
    total: row.total,
    currency: row.currency as 'usd',
  },
  event: {
    channel: row.channel,
    feed: row.feed,
    checkin: row.checkin,
    checkout: row.checkout,
  },
});

const toChannelConflict = (row: ChannelConflictRow): ChannelConflict => ({
  id: row.id,
  detectedAt: row.detectedAt.toISOString(),
  property: { slug: row.slug, title: row.title },
  events: [
    {
      channel: row.channel,
      feed: row.feed,
      checkin: row.checkin,
      checkout: row.checkout,
    },
    {
      channel: row.otherChannel,
      feed: row.otherFeed,
      checkin: row.otherCheckin,
      checkout: row.otherCheckout,
    },
  ],
});
