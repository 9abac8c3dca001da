import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { bookingsClient } from '../client.ts';
import type { Reason, SoldStay } from '../reason.ts';
import type { Quote, QuoteRequest } from './quote.ts';
import type { DatedSearch } from './stay-search.ts';

interface OtherHome {
  slug: string;
  title: string;
  total: number;
}

export interface QuoteRejection {
  message: string;
  /** Absent where the price could not be asked for. */
  reason?: Reason;
  nearest: SoldStay[];
  /** Other homes that are free on these dates. */
  otherHomes: OtherHome[];
  currency: string;
}

/** A price, or why there is none. */
export type QuoteOutcome = { quote: Quote } | { rejection: QuoteRejection };

export function toRejection(error: unknown): QuoteRejection {
  const details = error instanceof ApiError ? error.details : {};
  const { reason, nearest, otherHomes, currency } = details;
  return {
    message:
      error instanceof ApiError ? error.message : 'The price cannot be shown just now. Please try again.',
    ...(typeof reason === 'string' && { reason: reason as Reason }),
    nearest: records<SoldStay>(nearest),
    otherHomes: records<OtherHome>(otherHomes),
    currency: typeof currency === 'string' ? currency : 'usd',
  };
}

const records = <T>(value: unknown): T[] => (Array.isArray(value) ? (value.filter(isRecord) as T[]) : []);

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
