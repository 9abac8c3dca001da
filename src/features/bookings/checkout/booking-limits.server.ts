import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';

const hourSeconds = 3_600;

const clientLimit: Limit = {
  name: 'booking-client',
  points: 20,
  seconds: hourSeconds,
  message:
    'Many bookings and payments were begun from your network within an hour. Please try again later, or call us to book.',
};
const emailLimit: Limit = {
  name: 'booking-email',
  points: 6,
  seconds: hourSeconds,
  message:
    'Many bookings and payments were begun with this e-mail address within an hour. Please try again later, or call us to book.',
};

/**
 * Counts a booking, or the opening of a payment page, from the first on: each mails a guest, or calls the card provider and
 * other channels. @throws AppError `tooMany`
 */
export async function countBooking(ctx: Ctx, email: string): Promise<void> {
  await countClient(ctx);
  if (email !== '') await ctx.consumeLimit(emailLimit, email);
}

/** As `countBooking`, for a repeated request that mails nobody. */
export const countClient = (ctx: Ctx): Promise<void> => ctx.consumeLimit(clientLimit, ctx.clientKey);
