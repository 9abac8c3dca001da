import type { ApiError, Fetch } from '../../../shared/http/api-error.ts';
import type { Cancellation } from '../record/trip.ts';
import { trip as tripCalls } from './calls.ts';

/**
 * Takes one step of a cancellation, in the browser and on the server: adds up the refund, then cancels at it.
 * @returns the refund for the next step; null once the stay is cancelled
 */
export async function submitCancellation(
  form: FormData,
  code: string,
  fetch?: Fetch,
): Promise<Cancellation | null> {
  if (form.get('intent') !== 'cancel') return tripCalls.cancellation({ code, fetch });
  await tripCalls.cancel({ code, json: { refund: Number(form.get('refund') ?? Number.NaN) }, fetch });
  return null;
}

/** The refund is another one than the guest agreed to. */
export const isNewRefund = (rejection: ApiError): boolean => rejection.details.reason === 'price_changed';
