import type { Db } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { emailLimitKey } from '../../auth/tokens.server.ts';
import { hasConfirmedStay } from '../record/browsers-store.server.ts';

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
    'Many bookings were begun with this e-mail address within an hour. Please sign in with it, try again later, or call us to book.',
};
const pageLimit: Limit = {
  name: 'booking-pages',
  points: 6,
  seconds: hourSeconds,
  message:
    'The payment page of this booking was opened many times within an hour. Please try again later, or call us.',
};

const receiptMessage = 'This receipt was opened many times within an hour. Please try again later.';
const receiptLimit: Limit = { name: 'receipt', points: 30, seconds: hourSeconds, message: receiptMessage };
const receiptClientLimit: Limit = { ...receiptLimit, name: 'receipt-client' };

/** Counts a receipt, for the client first: a booking's key may be known to many. @throws AppError `tooMany` */
export async function countReceipt(ctx: Ctx, bookingId: string): Promise<void> {
  await ctx.consumeLimit(receiptClientLimit, ctx.clientKey);
  await ctx.consumeLimit(receiptLimit, bookingId);
}

/**
 * Counts a booking for its e-mail address, since each mails its guest. A guest who has proven the address is not counted: strangers
 * can use up its limit. @throws AppError `tooMany`
 */
export async function countGuest(ctx: Ctx, { email, browserHash }: LimitedGuest): Promise<void> {
  if (!(await isOwnAddress(ctx.db, ctx, email, browserHash)))
    await ctx.consumeLimit(emailLimit, emailLimitKey(ctx.settings.sessionSecret, email));
}

/** Counts the opening of a payment page, which calls the card provider and other channels. @throws AppError `tooMany` */
export async function countPaymentPage(ctx: Ctx, bookingId: string): Promise<void> {
  await countClient(ctx);
  await ctx.consumeLimit(pageLimit, bookingId);
}

interface LimitedGuest {
  email: string;
  browserHash: Buffer;
}

/** Whether the address belongs to the signed-in guest, or to a stay that was confirmed in this browser. */
export const isOwnAddress = async (
  db: Db,
  { viewer }: Ctx,
  email: string,
  browserHash: Buffer,
): Promise<boolean> => viewer?.email === email || (await hasConfirmedStay(db, email, browserHash));

/** Counts a request to book, including rejected ones. @throws AppError `tooMany` */
export const countClient = (ctx: Ctx): Promise<void> => ctx.consumeLimit(clientLimit, ctx.clientKey);
