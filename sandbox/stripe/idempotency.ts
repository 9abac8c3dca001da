import { createHash } from 'node:crypto';
import type { Journal } from '../append-log.ts';
import { StripeFailure } from './stripe-error.ts';

/** A response of the API. */
export type Answer = { status: number; body: unknown; replayed?: boolean };

type Remembered = { fingerprint: string; answer: Answer; at: number };

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Stripe's `Idempotency-Key`: the first response to a key is repeated for the same request, a different request
 * with the key is rejected, and so is a second one while the first is under way. Rejections of the request itself
 * (4xx) are not remembered, failures of the provider (5xx) are.
 * Source: https://docs.stripe.com/api/idempotent_requests
 */
export function openIdempotency(journal: Journal) {
  const remembered = journal.table<Remembered>('idempotency', 20_000);
  const pending = new Set<string>();
  return async function once(
    key: string | undefined,
    request: string,
    act: () => Promise<Answer>,
  ): Promise<Answer> {
    if (key === undefined) return act();
    if (key.length > 255) throw new StripeFailure('Idempotency keys must be at most 255 characters long.');
    const fingerprint = createHash('sha256').update(request).digest('base64');
    const earlier = remembered.get(key);
    if (earlier && Date.now() - earlier.at < DAY_MS) return again(key, earlier, fingerprint);
    if (pending.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`;
      throw new StripeFailure(message, {
        status: 409,
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
      });
    }
    pending.add(key);
    try {
      const answer = await act();
      if (answer.status < 400 || answer.status >= 500)
        remembered.put(key, { fingerprint, answer, at: Date.now() });
      return answer;
    } finally {
      pending.delete(key);
    }
  };
}

function again(key: string, earlier: Remembered, fingerprint: string): Answer {
  if (earlier.fingerprint === fingerprint) return { ...earlier.answer, replayed: true };
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
  throw new StripeFailure(message, { type: 'idempotency_error' });
}
