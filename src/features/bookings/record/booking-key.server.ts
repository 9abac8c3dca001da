import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../../platform/context.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { hashToken, hmac } from '../../auth/tokens.server.ts';

/**
 * The link in mails carries it; it can be made again from the booking's id, so that only its hash is stored.
 * @param version how often it was renewed
 */
export const bookingKey = ({ settings }: Pick<Ctx, 'settings'>, bookingId: string, version = 0): string =>
  hmac(settings.sessionSecret, 'booking-key', version === 0 ? bookingId : `${bookingId} ${version}`).toString(
    'base64url',
  );

/** Beside the key in the link of a request’s mail: the browser that booked knows the key, and not this. */
export const emailProofName = 'mail';
export const emailProof = ({ settings }: Pick<Ctx, 'settings'>, bookingId: string): string =>
  hmac(settings.sessionSecret, 'email-proof', bookingId).toString('base64url');

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes the code of a booking, which can be said on the phone: 40 random bits. */
const newBookingCode = (): string => [...randomBytes(8)].map((byte) => crockford[byte % 32]).join('');

/** What tells a new booking from every other, and when it was made: columns of its row. */
export function newBookingIdentity(ctx: Pick<Ctx, 'settings' | 'now'>) {
  const [id, now] = [newId(), ctx.now()];
  return {
    id,
    code: newBookingCode(),
    key_hash: hashToken(bookingKey(ctx, id)),
    created_at: now,
    updated_at: now,
  };
}
