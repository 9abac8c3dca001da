import { ApiError } from '../../../shared/http/api-error.ts';
import type { HostedQuote } from './contract.server.ts';

interface PriceState {
  data: Pick<HostedQuote, 'total'> | undefined;
  error: Error | null;
  /** Whether `data` is the price of the stay before. */
  isPlaceholderData: boolean;
}

/** Returns the total in cents; `null` while it is not loaded, `undefined` where the server rejects the stay. */
export function stayTotal({ data, error, isPlaceholderData }: PriceState): number | null | undefined {
  if (error) return error instanceof ApiError && error.isRejection ? undefined : null;
  return data && !isPlaceholderData ? data.total : null;
}
