import { AppError } from '../shared/errors.ts';

/**
 * What a failed call to the card provider means.
 * - It may have been carried out: `timeout`; `provider_error`, which its idempotency key repeats.
 * - It was not carried out: `unavailable` (too many calls, or payments are paused), `denied` (our key is not accepted),
 *   `declined` (by the card's bank), `rejected` (by the provider), `not_found` (no such object).
 *
 * Source: https://docs.stripe.com/error-low-level
 */
export type FailureKind =
  | 'timeout'
  | 'provider_error'
  | 'unavailable'
  | 'denied'
  | 'declined'
  | 'rejected'
  | 'not_found';

/** A failure of the provider or of the network to it; all other errors are thrown unchanged. */
export class StripeCallError extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, cause: unknown) {
    super(`The call to the card provider failed: ${kind}`, { cause });
    this.name = 'StripeCallError';
    this.kind = kind;
  }
}

/** The longest wait for the provider; the guest's response comes within 12 seconds. */
export const stripeTimeoutMs = 11_000;

/**
 * Awaits a call with a timeout. A late result is found again by the idempotency key.
 * @throws StripeCallError only for failures of the provider
 */
export async function callStripe<Response>(
  call: Promise<Response>,
  timeoutMs = stripeTimeoutMs,
): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StripeCallError('timeout', 'no response in time')),
      Math.max(0, timeoutMs),
    );
  });
  try {
    return await Promise.race([call, timeout]);
  } catch (error) {
    const kind = failureKind(error);
    throw kind === null ? error : new StripeCallError(kind, error);
  } finally {
    clearTimeout(timer);
  }
}

function failureKind(error: unknown): FailureKind | null {
  if (error instanceof StripeCallError) return error.kind;
  const { type, statusCode, code } = error as { type?: unknown; statusCode?: unknown; code?: unknown };
  if (typeof type !== 'string' || !type.startsWith('Stripe')) return null;
  if (type === 'StripeConnectionError' || typeof statusCode !== 'number') return 'timeout';
  if (type === 'StripeCardError' || statusCode === 402) return 'declined';
  if (statusCode === 401 || statusCode === 403) return 'denied';
  if (code === 'resource_missing') return 'not_found';
  if (statusCode === 409) return 'timeout';
  if (statusCode === 429) return 'unavailable';
  return statusCode >= 500 ? 'provider_error' : 'rejected';
}

const downKinds: readonly FailureKind[] = ['timeout', 'provider_error', 'unavailable', 'denied'];

/** Whether an error, or the cause of an `AppError`, says that the provider is down, or will not work with our key. */
export function isStripeDown(error: unknown): boolean {
  const reason = error instanceof AppError ? error.cause : error;
  return reason instanceof StripeCallError && downKinds.includes(reason.kind);
}

/** Whether the provider rejected the call, and would reject a retry. */
export const isRejected = ({ kind }: StripeCallError): boolean =>
  kind === 'denied' || !downKinds.includes(kind);

/** @throws AppError `unavailable` with the message when the provider fails */
export async function orUnavailable<Result>(message: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof StripeCallError)) throw error;
    throw new AppError('unavailable', message, { cause: error, retryAfterSeconds: 30 });
  }
}

/** Works like `orUnavailable`, but returns null for an object that the provider does not have. */
export const orNull = <Result>(message: string, act: () => Promise<Result | null>): Promise<Result | null> =>
  orUnavailable(message, () => orLost(act()));

/** Returns null for an object that the provider does not have. @throws StripeCallError */
export async function orLost<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof StripeCallError && error.kind === 'not_found') return null;
    throw error;
  }
}

export const noResponse = 'The card provider does not answer.';
