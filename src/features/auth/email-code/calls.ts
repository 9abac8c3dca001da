import { ApiError } from '../../../shared/http/api-error.ts';
import { calls, post } from '../../../shared/http/calls.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { Success } from '../contract.server.ts';
import { invalidAddress, invalidCode } from './code-policy.ts';
import type { CodeRequest, VerifyRequest } from './contract.server.ts';

/** An `error` in the response is a rejection, with any status. */
function parseOutcome(body: unknown): void {
  if (isRecord(body) && typeof body.error === 'string' && body.error) throw new ApiError(200, body.error);
}

const open = { reads: 'any', messageField: 'error', parse: parseOutcome } as const;

export const loginCodes = calls('/send-otp', {
  send: post<CodeRequest, Success, undefined, void>('', invalidAddress, open),
});

export const codeSignIn = calls('/verify-otp', {
  verify: post<VerifyRequest, Success, undefined, void>('', invalidCode, open),
});
