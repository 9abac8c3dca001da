import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { type Result, toResult, withServerTimeout } from '../../../shared/result.ts';
import { shopClient } from '../client.ts';
import type { ConfirmedPurchase } from './purchase.ts';

const pollDelaysMs = [1_500, 3_000];

const isPending = (error: unknown): boolean => error instanceof ApiError && error.status === 503;

/**
 * The purchase as far as the server learns it at once; `pending` while the card provider cannot say, so that a guest who
 * has paid sees that we are at it and the browser goes on asking.
 */
export async function loadPurchase(
  api: Fetch,
  sessionId: string,
  fallback: string,
): Promise<Result<ConfirmedPurchase> | { pending: true }> {
  const look = shopClient(api).purchase(sessionId);
  const sure = look.catch((error: unknown) => {
    if (isPending(error)) return undefined;
    throw error;
  });
  const outcome = await withServerTimeout(toResult(sure, fallback));
  if (!('value' in outcome)) return outcome;
  return outcome.value ? { value: outcome.value } : { pending: true };
}

/** Asks for the purchase, and again twice while the card provider cannot say: nobody is told of a failure too soon. */
export async function pollPurchase(sessionId: string): Promise<ConfirmedPurchase> {
  for (const pause of pollDelaysMs) {
    try {
      return await shopClient().purchase(sessionId);
    } catch (error) {
      if (!isPending(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return shopClient().purchase(sessionId);
}
