import { timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { hashToken, isToken } from '../../auth/tokens.server.ts';
import { bookingKey, emailProof } from './booking-key.server.ts';
import type { Booking } from './bookings-store.server.ts';
import { bookingByCode, setEmailConfirmed } from './bookings-store.server.ts';
import { addBoundBrowser, isBoundBrowser } from './browsers-store.server.ts';

/** By what somebody may see a booking beside being signed in. */
export interface Proof {
  browserHash: Buffer | null;
  /** `X-Booking-Key`, or that of a mailed link. */
  key: string | undefined;
}

/** As people say a code: any case, and the letters that Crockford leaves out read as what they resemble. */
export const readCode = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** @throws AppError `notFound`, the same for a code that does not exist and for one of somebody else */
export async function findBooking(ctx: Ctx, code: string, proof: Proof): Promise<Booking> {
  const booking = await bookingByCode(ctx.db, readCode(code));
  if (!booking || !(await maySee(ctx, booking, proof)))
    throw new AppError('notFound', 'There is no booking with this code, or it is not yours to see.');
  return booking;
}

async function maySee(ctx: Ctx, booking: Booking, { browserHash, key }: Proof): Promise<boolean> {
  const { db, viewer } = ctx;
  if (isValidKey(ctx, booking, key)) return true;
  if (viewer && viewer.email === booking.email) return true;
  if (viewer?.role === 'admin' && !viewer.needsReauthentication) return true;
  if (!browserHash) return false;
  return booking.browser_hash?.equals(browserHash) || (await isBoundBrowser(db, booking.id, browserHash));
}

/** After a change of SESSION_SECRET later mails carry another key than the stored one; both are the booking's. */
const isValidKey = (ctx: Ctx, { id, key_hash, key_version }: Booking, key: string | undefined): boolean =>
  isToken(key) &&
  [key_hash, hashToken(bookingKey(ctx, id, key_version))].some((keyHash) =>
    timingSafeEqual(hashToken(key), keyHash),
  );

/** The booking that a mailed link opens; `undefined` for a wrong link. */
export async function bookingOfLink(ctx: Ctx, code: string, key: string): Promise<Booking | undefined> {
  const booking = await bookingByCode(ctx.db, readCode(code));
  return booking && isValidKey(ctx, booking, key) ? booking : undefined;
}

/** Lets the browser that followed a mailed link see the booking from now on. */
export const rememberBrowser = (ctx: Ctx, { id }: Booking, browserHash: Buffer) =>
  addBoundBrowser(ctx.db, id, browserHash);

/** Records that the link of a request’s mail was opened: other channels are told of it from then on. */
export async function confirmEmail(ctx: Ctx, { id }: Booking, proof: string): Promise<void> {
  const isProof = isToken(proof) && timingSafeEqual(hashToken(proof), hashToken(emailProof(ctx, id)));
  if (isProof) await setEmailConfirmed(ctx.db, id, ctx.now());
}
