import type { Ctx } from '../../platform/context.server.ts';
import { hmac } from '../auth/tokens.server.ts';
import type { Booking } from '../bookings/record/bookings-store.server.ts';

type ReviewedBooking = Pick<Booking, 'id' | 'key_version'>;

/** 256 bits made from the booking and the version of its key; only their hash is stored. */
export const reviewToken = (
  { settings }: Pick<Ctx, 'settings'>,
  { id, key_version }: ReviewedBooking,
): string =>
  hmac(settings.sessionSecret, 'review-token', key_version > 0 ? `${id}:${key_version}` : id).toString(
    'base64url',
  );

/** Returns the URL at which the guest of a booking reviews the stay, once it is over. */
export const reviewUrl = (ctx: Pick<Ctx, 'settings'>, booking: ReviewedBooking): string =>
  `${ctx.settings.appUrl}/reviews/${reviewToken(ctx, booking)}`;
