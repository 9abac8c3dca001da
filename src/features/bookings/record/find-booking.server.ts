import { timingSafeEqual } from 'node:crypto';
import type { Db } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { readCode } from '../../../shared/booking-code.ts';
import { AppError } from '../../../shared/errors.ts';
import { hashToken, isToken } from '../../auth/tokens.server.ts';
import { bookingKey, emailProof } from './booking-key.server.ts';
import type { Booking } from './bookings-store.server.ts';
import { bookingByCode, setEmailConfirmed, sharedKey } from './bookings-store.server.ts';
import { addBoundBrowser, hasOpenedMail, isBoundBrowser } from './browsers-store.server.ts';

/** The credentials that give access to a booking without a session. */
export interface Proof {
  browserHash: Buffer | null;
  /** The key from `X-Booking-Key` or a mailed link. */
  key: string | undefined;
}

/** @throws AppError `notFound`, the same for an unknown code and for another guest's booking */
export async function findBooking(ctx: Ctx, code: string, proof: Proof): Promise<Booking> {
  const booking = await bookingByCode(ctx.db, readCode(code));
  if (!booking || !(await maySee(ctx, booking, proof))) throw noBooking();
  return booking;
}

const noBooking = () =>
  new AppError('notFound', 'There is no booking with this code, or it is not yours to see.');

type KeyVersion = Pick<Booking, 'id' | 'key_version'>;

/**
 * Rejects a request whose sender lost the access to a booking while it ran: the key was renewed since, for another address
 * or because a link had leaked.
 * @param authorized the booking as `findBooking` returned it
 * @param locked the same booking, locked by the transaction
 */
export function assertSameKey(authorized: KeyVersion, locked: KeyVersion): void {
  if (authorized.key_version !== locked.key_version) throw noBooking();
}

/** The same for a booking that is not locked. */
export const requireSameKey = async (db: Db, authorized: KeyVersion): Promise<void> =>
  assertSameKey(authorized, await sharedKey(db, authorized.id));

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

/**
 * Lets the browser that followed a mailed link see the booking from now on.
 * Binds nothing if the link was renewed since.
 * @param proof what only the guest's mail holds; its browser may confirm the address
 */
export async function rememberBrowser(
  ctx: Ctx,
  booking: Booking,
  { browserHash, proof }: { browserHash: Buffer; proof: string | undefined },
): Promise<void> {
  const { id } = booking;
  const isFromMail = isToken(proof) && timingSafeEqual(hashToken(proof), hashToken(emailProof(ctx, id)));
  await ctx.db.transaction().execute(async (tx) => {
    const { key_version } = await sharedKey(tx, id);
    if (key_version === booking.key_version) await addBoundBrowser(tx, id, browserHash, isFromMail);
  });
}

/** Whether the guest of a request has still to confirm the address, and this browser followed the link of its mail. */
export const canConfirmEmail = async (
  { db }: Ctx,
  { id, status, email_confirmed_at }: Booking,
  browserHash: Buffer | null,
): Promise<boolean> =>
  status === 'requested' &&
  email_confirmed_at === null &&
  browserHash !== null &&
  (await hasOpenedMail(db, id, browserHash));

/**
 * Records that a guest read the mail of their request: from then on it is exported to channels. A request of the page, since
 * programs that look at mails follow their links.
 * @throws AppError `conflict` (`mail_not_opened`) for a browser that did not follow the link
 */
export async function confirmEmail(ctx: Ctx, booking: Booking, browserHash: Buffer | null): Promise<void> {
  if (booking.email_confirmed_at !== null || booking.status !== 'requested') return;
  if (!(await canConfirmEmail(ctx, booking, browserHash)))
    throw new AppError(
      'conflict',
      'Please open the link in our mail first: it shows that the address is yours.',
      {
        extra: { reason: 'mail_not_opened' },
      },
    );
  await ctx.db.transaction().execute(async (tx) => {
    await requireSameKey(tx, booking);
    await setEmailConfirmed(tx, booking.id, ctx.now());
  });
}
