import { AppError } from '../../../shared/errors.ts';

/**
 * What is known after a call to the card provider that gave no result: `silent` nothing (it may have been carried out),
 * `failing` that the provider could not carry it out, `refusing` that it would not, `missing` that it knows no such object.
 */
export type FailureKind = 'silent' | 'failing' | 'refusing' | 'missing';

/** A failed call, told from every other error so that only the provider's failures are answered for it. */
export class CardProviderError extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, cause: unknown) {
    super(`The card provider is ${kind}`, { cause });
    this.name = 'CardProviderError';
    this.kind = kind;
  }
}

/** The longest that one request of ours waits for the provider; the guest's answer comes within 12 seconds. */
export const stripeTimeoutMs = 11_000;

/**
 * Waits for the provider, but not for ever. A late result is not lost to the provider's own books; it is found again
 * under the same idempotency key.
 * @throws CardProviderError for every failure that is the provider's or the network's
 */
export async function callStripe<Answer>(call: Promise<Answer>, withinMs = stripeTimeoutMs): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new CardProviderError('silent', 'no answer in time')),
      Math.max(0, withinMs),
    );
  });
  try {
    return await Promise.race([call, late]);
  } catch (error) {
    const kind = failureKind(error);
    throw kind === null ? error : new CardProviderError(kind, error);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the provider's library's errors; null for an error that is not one of them. */
function failureKind(error: unknown): FailureKind | null {
  if (error instanceof CardProviderError) return error.kind;
  const { type, statusCode, code } = error as { type?: unknown; statusCode?: unknown; code?: unknown };
  if (typeof type !== 'string' || !type.startsWith('Stripe')) return null;
  if (type === 'StripeConnectionError' || typeof statusCode !== 'number') return 'silent';
  if (code === 'resource_missing') return 'missing';
  if (statusCode === 409) return 'silent';
  return statusCode >= 500 || statusCode === 429 ? 'failing' : 'refusing';
}

/** Whether an error, or the refusal it became, says that the provider does not answer or cannot work just now. */
export function isStripeDown(error: unknown): boolean {
  const reason = error instanceof AppError ? error.cause : error;
  return reason instanceof CardProviderError && (reason.kind === 'silent' || reason.kind === 'failing');
}

/** Runs an action; the provider's failures become a refusal in the given words. */
export async function orUnavailable<Result>(words: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error;
    throw new AppError('unavailable', words, { cause: error, retryAfterSeconds: 30 });
  }
}
