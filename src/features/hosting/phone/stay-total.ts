import type { HostedQuote } from './contract.server.ts';

interface PriceState {
  data: Pick<HostedQuote, 'total'> | undefined;
  error: Error | null;
  /** Whether `data` is the price of the stay before. */
  isPlaceholderData: boolean;
}

/** Returns the total in cents; `null` while it is being added up, `undefined` where the stay has no price. */
export function stayTotal({ data, error, isPlaceholderData }: PriceState): number | null | undefined {
  if (error) return undefined;
  return data && !isPlaceholderData ? data.total : null;
}
