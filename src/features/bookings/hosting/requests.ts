import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { unstorableFields } from '../../../shared/text/storable.ts';

const maxReasonLength = 1000;
export const maxMessageLength = 5000;

export function parseDecision(
  input: unknown,
  names: string[],
  amountName?: string,
): { amount: number; reason: string } {
  const body = isRecord(input) ? input : {};
  const fields: FieldErrors = {};
  const { reason = '' } = body;
  const amount = amountName === undefined ? 0 : body[amountName];
  if (typeof reason !== 'string' || reason.length > maxReasonLength)
    fields.reason = `The reason is a text of at most ${maxReasonLength} characters`;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0)
    fields[amountName ?? 'amount'] = 'Please send an amount in minor units';
  rejectAny({ ...unstorableFields(body), ...fields, ...unknownFields(body, names) });
  return { amount: amount as number, reason: (reason as string).trim() };
}

export interface RefundRequest {
  amount: number;
  reason: string;
  /** The hosts have paid it back themselves. */
  isPaidBack: boolean;
}

/** @throws AppError `invalid` with `fields`, also for fields that are unknown */
export function parseRefund(input: unknown): RefundRequest {
  const { amount, reason } = parseDecision(input, ['amount', 'reason', 'isPaidBack'], 'amount');
  const { isPaidBack = false } = isRecord(input) ? input : {};
  const fields: FieldErrors = {};
  if (amount === 0) fields.amount = 'Please say how much is refunded';
  if (typeof isPaidBack !== 'boolean') fields.isPaidBack = 'Must be true or false';
  if (reason === '')
    fields.reason = isPaidBack === true ? 'Please say how you paid it back' : 'Please say why you refund it';
  rejectAny(fields);
  return { amount, reason, isPaidBack: isPaidBack === true };
}

export function parseMessage(input: unknown): { text: string } {
  const body = isRecord(input) ? input : {};
  const text = typeof body.text === 'string' ? body.text.trim() : '';
  const fields = { ...unstorableFields(body), ...unknownFields(body, ['text']) };
  if (text === '') fields.text = 'Please write what the guest should read';
  if (text.length > maxMessageLength) fields.text = `A message has at most ${maxMessageLength} characters`;
  rejectAny(fields);
  return { text };
}

const unknownFields = (body: object, names: string[]): FieldErrors =>
  Object.fromEntries(
    Object.keys(body)
      .filter((name) => !names.includes(name))
      .map((name) => [name.slice(0, 60), 'There is no such field']),
  );

function rejectAny(fields: FieldErrors): void {
  const [message] = Object.values(fields);
  if (message !== undefined) throw new AppError('invalid', message, { fields });
}
