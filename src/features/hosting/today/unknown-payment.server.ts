import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isStorable } from '../../../shared/text/storable.ts';
import { requireAdmin } from '../../auth/guards.ts';
import {
  findDoneUnknownPayment,
  markUnknownPaymentDone,
} from '../../payments/unknown-payments-store.server.ts';
import type { DonePayment } from './contract.server.ts';

/**
 * Removes from Today a payment whose booking or purchase is not in the ledger. Only the first call changes it, and stores
 * its host.
 * @throws AppError `unauthenticated`, `forbidden`, `notFound`
 */
export async function completeUnknownPayment(
  ctx: Ctx,
  paymentId: string,
  { note }: { note: string },
): Promise<DonePayment> {
  const { id: userId } = requireAdmin(ctx);
  const noSuchPayment = () => new AppError('notFound', 'There is no such payment.');
  if (!isStorable(paymentId)) throw noSuchPayment();
  const isNew = await markUnknownPaymentDone(ctx.db, { paymentId, userId, note, now: ctx.now() });
  const done = await findDoneUnknownPayment(ctx.db, paymentId);
  if (!done?.doneAt) throw noSuchPayment();
  if (isNew)
    ctx.log.info({ event: 'unknown_payment_done', paymentId, userId }, 'a host dealt with a payment');
  return { id: paymentId, ...done, doneAt: done.doneAt.toISOString() };
}
