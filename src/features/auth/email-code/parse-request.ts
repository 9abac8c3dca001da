import { AppError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { invalidAddress, invalidCode, normalizeCode } from './code-policy.ts';

const requireText = (input: unknown, name: string): string => {
  const value = isRecord(input) ? input[name] : '';
  return typeof value === 'string' ? value : '';
};

/**
 * The body of `POST /api/send-otp`.
 * @returns the canonical address
 * @throws AppError `invalid` for anything that is not one plain address
 */
export function parseCodeRequest(input: unknown): { email: string } {
  const email = canonicalEmail(requireText(input, 'email'));
  if (email === null) {
    throw new AppError('invalid', invalidAddress, { fields: { email: 'Email is not a valid email' } });
  }
  return { email };
}

/**
 * The body of `POST /api/verify-otp`.
 * @throws AppError `invalid`; what cannot be a code at all uses up no guess
 */
export function parseVerifyRequest(input: unknown): { email: string; otp: string } {
  const { email } = parseCodeRequest(input);
  const otp = normalizeCode(requireText(input, 'otp'));
  if (otp === null) {
    throw new AppError('invalid', invalidCode, { fields: { otp: 'Verification code must have 6 digits' } });
  }
  return { email, otp };
}
