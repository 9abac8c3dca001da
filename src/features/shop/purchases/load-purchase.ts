import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { type Result, toResult, withServerTimeout } from '../../../shared/result.ts';
import { products } from '../calls.ts';
import type { ConfirmedPurchase } from './purchase.ts';

const pollDelaysMs = [1_500, 3_000];

const isPending = (error: unknown): boolean => error instanceof ApiError && error.status === 503;

/** Loads a purchase on the server; `pending` while the card provider is down, so that the browser goes on polling. */
export async function loadPurchase(
  fetch: Fetch,
  sessionId: string,
  fallback: string,
): Promise<Result<ConfirmedPurchase> | { pending: true }> {
  const purchase = products.purchase({ query: { sessionId }, fetch });
  const settled = purchase.catch((error: unknown) => {
    if (isPending(error)) return undefined;
    throw error;
  });
  const result = await withServerTimeout(toResult(settled, fallback));
  if (!('value' in result)) return result;
  return result.value ? { value: result.value } : { pending: true };
}

/** Loads a purchase in the browser, with two retries while the card provider is down. */
export async function pollPurchase(sessionId: string): Promise<ConfirmedPurchase> {
  for (const delayMs of pollDelaysMs) {
    try {
      return await products.purchase({ query: { sessionId } });
    } catch (error) {
      if (!isPending(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return products.purchase({ query: { sessionId } });
}
