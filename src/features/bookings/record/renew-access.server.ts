import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { hashToken } from '../../auth/tokens.server.ts';
import { renewReplyTokens } from '../../inbox/threads/store.server.ts';
import { bookingKey } from './booking-key.server.ts';
import { type Booking, updateBooking } from './bookings-store.server.ts';
import { deleteBoundBrowsers } from './browsers-store.server.ts';

/**
 * Gives a booking a new key: its mailed links, its browsers and its reply addresses no longer open it; a trigger ends the link
 * of its review.
 * @param booking locked by the transaction
 */
export async function renewAccess(ctx: Ctx, tx: Tx, { id, key_version: before }: Booking): Promise<Booking> {
  const key_version = before + 1;
  await deleteBoundBrowsers(tx, id);
  await renewReplyTokens(tx, id);
  return updateBooking(tx, id, {
    key_version,
    key_hash: hashToken(bookingKey(ctx, id, key_version)),
    browser_hash: null,
    updated_at: ctx.now(),
  });
}
