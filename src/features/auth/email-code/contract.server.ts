import Type from 'typebox';
import { email, field } from '../../../platform/http/fields.server.ts';
import { body, type Sent } from '../../../platform/http/shapes.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { invalidAddress, invalidCode, normalizeCode } from './code-policy.ts';

/** The specified messages are about the call; those of the fields say what is wrong. */
export const codeRequest = body(
  { email: email() },
  { ignored: 'unknown', toError: (fields) => new AppError('invalid', invalidAddress, { fields }) },
);
export type CodeRequest = Sent<typeof codeRequest>;

/** A text that cannot be a code is rejected before it counts as an attempt. */
const otp = field<string>(
  Type.String({ pattern: '^[0-9]{6}$', description: 'May be grouped by spaces or hyphens' }),
  'Verification code must have 6 digits',
  { clean: normalizeCode },
);

export const verifyRequest = body(
  { email: email(), otp },
  {
    ignored: 'unknown',
    toError: (fields) =>
      new AppError('invalid', fields.email === undefined ? invalidCode : invalidAddress, { fields }),
  },
);
export type VerifyRequest = Sent<typeof verifyRequest>;
