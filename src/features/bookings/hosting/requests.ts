import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { unstorableFields } from '../../../shared/text/storable.ts';

const maxReasonLength = 1000;
export const maxMessageLength = 5000;

const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

export function parseDecision(
  input: unknown,
  names: string[],
  amountName?: string,
): { amount: number; reason: string } {
  const body = isRecord(input) ? input : {};
  rejectAny(decisionErrors(body, names, amountName));
  const { reason = '' } = body;
  const amount = amountName === undefined ? 0 : body[amountName];
  return { amount: amount as number, reason: (reason as string).trim() };
}

function decisionErrors(body: Record<string, unknown>, names: string[], amountName?: string): FieldErrors {
  const fields: FieldErrors = {};
  const { reason = '' } = body;
  if (typeof reason !== 'string' || reason.length > maxReasonLength)
    fields.reason = `The reason is a text of at most ${maxReasonLength} characters`;
  if (amountName !== undefined && !isAmount(body[amountName]))
    fields[amountName] = 'Please send an amount in minor units';
  return { ...unstorableFields(body), ...fields, ...unknownFields(body, names) };
}

export interface RefundRequest {
  amount: number;
  reason: string;
  /** The hosts have paid it back themselves. */
  isPaidBack: boolean;
}

/** @throws AppError `invalid` with `fields`, also for fields that are unknown */
export function parseRefund(input: unknown): RefundRequest {
  const body = isRecord(input) ? input : {};
  const { amount, reason = '', isPaidBack = false } = body;
  const fields = decisionErrors(body, ['amount', 'reason', 'isPaidBack'], 'amount');
  if (amount === 0) fields.amount = 'Please say how much is refunded';
  if (typeof isPaidBack !== 'boolean') fields.isPaidBack = 'Must be true or false';
  if (typeof reason === 'string' && reason.trim() === '')
    fields.reason = isPaidBack === true ? 'Please say how you paid it back' : 'Please say why you refund it';
  rejectAny(fields);
  return { amount: amount as number, reason: (reason as string).trim(), isPaidBack: isPaidBack === true };
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
