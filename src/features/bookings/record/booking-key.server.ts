import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../../platform/context.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { hashToken, hmac } from '../../auth/tokens.server.ts';

/**
 * Derives the key in the mailed links of a booking from its id; only its hash is stored.
 * @param version how often it was renewed
 */
export const bookingKey = ({ settings }: Pick<Ctx, 'settings'>, bookingId: string, version = 0): string =>
  hmac(settings.sessionSecret, 'booking-key', version === 0 ? bookingId : `${bookingId} ${version}`).toString(
    'base64url',
  );

/** Proves that the mail about a request was opened: only its link has it, while the browser that booked has the key, too. */
export const emailProofName = 'mail';
export const emailProof = ({ settings }: Pick<Ctx, 'settings'>, bookingId: string): string =>
  hmac(settings.sessionSecret, 'email-proof', bookingId).toString('base64url');

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes the code of a booking, short enough to spell on the phone: 40 random bits. */
const newBookingCode = (): string => [...randomBytes(8)].map((byte) => crockford[byte % 32]).join('');

/** Makes the id, code, key hash and timestamps of a new booking's row. */
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
