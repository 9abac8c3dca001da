import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { AppError } from '../../../shared/errors.ts';
import { reasonError } from '../calendar/reason.ts';
import { activeAttempt } from '../record/attempts-store.server.ts';
import { endAttempt } from './end-unpaid.server.ts';

export const paymentProcessingError = (): AppError =>
  reasonError(
    'payment_under_way',
    'A payment for this stay is on its way. Please try again once it has arrived.',
  );

/**
 * Ends the open payment of a booking, because its amount is about to change.
 * @throws AppError `conflict` (`payment_under_way`) while a bank works on it; `unavailable`
 */
export async function closeOpenPayment(ctx: Ctx, bookingId: string): Promise<void> {
  const attempt = await activeAttempt(ctx.db, bookingId);
  if (attempt?.status === 'processing') throw paymentProcessingError();
  if (attempt) await endAttempt(ctx, attempt);
}

/**
 * Rejects a change of the amount while it is being paid, also by a payment that was opened since `closeOpenPayment`.
 * @throws AppError `conflict` (`payment_under_way`)
 */
export async function requireNoPayment(tx: Tx, bookingId: string): Promise<void> {
  if (await activeAttempt(tx, bookingId)) throw paymentProcessingError();
}
