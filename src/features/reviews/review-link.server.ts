import type { Ctx } from '../../platform/context.server.ts';
import { hmac } from '../auth/tokens.server.ts';

/** 256 bits that nobody guesses; made again from the booking for each mail, so that only their hash is stored. */
export const reviewToken = ({ settings }: Pick<Ctx, 'settings'>, bookingId: string): string =>
  hmac(settings.sessionSecret, 'review-token', bookingId).toString('base64url');

/** Where the guest of a booking reviews the stay, once it is over. */
export const reviewUrl = (ctx: Pick<Ctx, 'settings'>, { id }: { id: string }): string =>
  `${ctx.settings.appUrl}/reviews/${reviewToken(ctx, id)}`;
