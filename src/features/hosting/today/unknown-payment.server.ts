import type { Ctx } from '../../../platform/context.server.ts';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { isStorable, unstorableFields } from '../../../shared/text/storable.ts';
import { requireAdmin } from '../../auth/guards.ts';
import {
  findDoneUnknownPayment,
  markUnknownPaymentDone,
} from '../../bookings/payments/unknown-payments-store.server.ts';
import { type DonePayment, maxNoteLength } from './today.ts';

/** @throws AppError `invalid` with `fields`, also for fields that are unknown */
export function parseNote(input: unknown): { note: string } {
  const body = isRecord(input) ? input : {};
  const { note = '', ...unknown } = body;
  const fields: FieldErrors = { ...unstorableFields(body) };
  if (typeof note !== 'string' || note.length > maxNoteLength)
    fields.note = `The note is a text of at most ${maxNoteLength} characters`;
  for (const name of Object.keys(unknown)) fields[name.slice(0, 60)] = 'There is no such field';
  const [message] = Object.values(fields);
  if (message !== undefined) throw new AppError('invalid', message, { fields });
  return { note: String(note).trim() };
}

/**
 * Takes a payment whose booking is not in the books from Today. The first host who does so stands with it: for later ones nothing
 * changes. @throws AppError `unauthenticated`, `forbidden`, `notFound`
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
  if (!done?.done_at) throw noSuchPayment();
  if (isNew)
    ctx.log.info({ event: 'unknown_payment_done', paymentId, userId }, 'a host dealt with a payment');
  return {
    id: paymentId,
    doneAt: done.done_at.toISOString(),
    doneBy: done.email,
    note: done.done_note,
  };
}
