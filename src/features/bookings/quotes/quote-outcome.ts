import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { DateSpan } from '../calendar/nights.ts';
import { bookingsClient } from '../client.ts';
import type { Reason } from '../reason.ts';
import type { Quote, QuoteRequest } from './quote.ts';
import type { DatedSearch } from './stay-search.ts';

/** Why a stay is not sold, with what a guest may do instead. */
export interface QuoteRejection {
  message: string;
  /** Absent where the price could not be asked for. */
  reason?: Reason;
  nearest: (DateSpan & { total: number })[];
  currency: string;
}

/** A price, or why there is none. */
export type QuoteOutcome = { quote: Quote } | { rejection: QuoteRejection };

export function toRejection(error: unknown): QuoteRejection {
  const details = error instanceof ApiError ? error.details : {};
  const { reason, nearest, currency } = details;
  return {
    message:
      error instanceof ApiError ? error.message : 'The price cannot be shown just now. Please try again.',
    ...(typeof reason === 'string' && { reason: reason as Reason }),
    nearest: Array.isArray(nearest) ? nearest.filter(isRecord).map((stay) => stay as never) : [],
    currency: typeof currency === 'string' ? currency : 'usd',
  };
}

export const toQuoteRequest = (
  { checkin, checkout, guests, pets, promoCode }: DatedSearch,
  property: string,
): QuoteRequest => ({ property, checkin, checkout, guests, pets, ...(promoCode && { promoCode }) });

/** The price of a stay; a rejection is an outcome, too. */
export const loadQuote = (request: QuoteRequest, fetch?: Fetch): Promise<QuoteOutcome> =>
  bookingsClient(fetch)
    .createQuote(request)
    .then(
      (quote) => ({ quote }),
      (error: unknown) => ({ rejection: toRejection(error) }),
    );
