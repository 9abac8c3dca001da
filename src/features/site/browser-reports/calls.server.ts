import { calls, postOnly } from '../../../shared/http/calls.ts';
import type { ClientError } from './client-errors.ts';

/* Browsers make these calls by themselves, and entry.client.tsx without the bytes of a call. */

const failed = 'The report could not be sent.';

export const cspReports = calls('/csp-reports', { report: postOnly<undefined>('', failed) });

export const clientErrors = calls('/client-errors', { report: postOnly<ClientError>('', failed) });
