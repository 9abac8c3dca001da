import { timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { hashToken, isToken } from '../../auth/tokens.server.ts';
import { bookingKey, emailProof } from './booking-key.server.ts';
import type { Booking } from './bookings-store.server.ts';
import { bookingByCode, setEmailConfirmed } from './bookings-store.server.ts';
import { addBoundBrowser, isBoundBrowser } from './browsers-store.server.ts';

/** What gives access to a booking without a session. */
export interface Proof {
  browserHash: Buffer | null;
  /** From `X-Booking-Key` or a mailed link. */
  key: string | undefined;
}

/** Normalizes a typed code: capitals alone, and O, I and L as the digits that they resemble (Crockford's base 32). */
export const readCode = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** @throws AppError `notFound`, the same for an unknown code and for another guest's booking */
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

/** Accepts the stored key and the derived one: they differ after a change of SESSION_SECRET. */
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

/** Records that the mailed link of a request was opened: from then on the request is exported to channels. */
export async function confirmEmail(ctx: Ctx, { id }: Booking, proof: string): Promise<void> {
  const isProof = isToken(proof) && timingSafeEqual(hashToken(proof), hashToken(emailProof(ctx, id)));
  if (isProof) await setEmailConfirmed(ctx.db, id, ctx.now());
}
