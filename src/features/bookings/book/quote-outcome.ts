import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { Reason, SoldStay } from '../calendar/reason.ts';
import { quotes } from '../checkout/calls.ts';
import type { Quote, QuoteRequest } from '../quotes/contract.server.ts';
import type { DatedSearch } from './stay-search.ts';

interface OtherHome {
  slug: string;
  title: string;
  total: number;
}

export interface QuoteRejection {
  message: string;
  /** Absent if the price could not be loaded. */
  reason?: Reason;
  nearest: SoldStay[];
  /** Other homes that are free on these dates. */
  otherProperties: OtherHome[];
  currency: string;
}

/**
 * A price, or the reason why there is none. A price with `promoProblem` leaves out the code, and one with
 * `extrasProblem` leaves out extras that are not
 * offered; each field holds the reason.
 */
export type QuoteOutcome =
  | { quote: Quote; promoProblem?: string; extrasProblem?: string }
  | { rejection: QuoteRejection };

export function toRejection(error: unknown): QuoteRejection {
  const details = error instanceof ApiError ? error.details : {};
  const { reason, nearest, otherProperties, currency } = details;
  return {
    message:
      error instanceof ApiError ? error.message : 'The price cannot be shown just now. Please try again.',
    reason: typeof reason === 'string' ? (reason as Reason) : undefined,
    nearest: records<SoldStay>(nearest),
    otherProperties: records<OtherHome>(otherProperties),
    currency: typeof currency === 'string' ? currency : 'usd',
  };
}

const records = <T>(value: unknown): T[] => (Array.isArray(value) ? (value.filter(isRecord) as T[]) : []);

export const toQuoteRequest = (
  { checkin, checkout, guests, pets, promoCode, extras }: DatedSearch,
  property: string,
): QuoteRequest => ({
  property,
  checkin,
  checkout,
  guests,
  pets,
  promoCode,
  extras,
});

/** The same stay, priced without a code. */
export const withoutCode = ({ promoCode: _, ...request }: QuoteRequest): QuoteRequest => request;

/** Whether the chosen extras may be the reason why there is no price. */
const isAboutExtras = (error: unknown, { reason }: QuoteRejection): boolean =>
  reason === 'quantity' || reason === 'too_late' || (error instanceof ApiError && error.status === 404);

const extrasLeftOut =
  'Something you had chosen cannot be added to this stay any more, and is left out of the price.';

/** The price with the selected extras that are offered, in quantities of at most their maximum. */
async function loadWithOffered(request: QuoteRequest, fetch?: Fetch): Promise<QuoteOutcome> {
  const { extras: chosen = [], ...others } = request;
  const outcome = await loadQuote(others, fetch);
  if ('rejection' in outcome) return outcome;
  const extras = chosen.flatMap(({ id, quantity }) => {
    const offered = outcome.quote.extras?.find((extra) => extra.id === id);
    return offered ? { id, quantity: Math.min(quantity, offered.maxQuantity) } : [];
  });
  const unique = [...new Map(extras.map((extra) => [extra.id, extra])).values()];
  if (unique.length === 0) return { ...outcome, extrasProblem: extrasLeftOut };
  try {
    const quote = await quotes.create({ json: { ...others, extras: unique }, fetch });
    return { ...outcome, quote, extrasProblem: extrasLeftOut };
  } catch {
    return { ...outcome, extrasProblem: extrasLeftOut };
  }
}

const isPromoReason = (reason: Reason | undefined): boolean =>
  reason === 'promo_unknown' || reason === 'promo_not_valid';

/**
 * The price of a stay; a rejection is an outcome, too. An invalid promotion code gives the price without it.
 * @param current the price without a code, where the page shows it already
 */
export async function loadQuote(
  request: QuoteRequest,
  fetch?: Fetch,
  current?: Quote,
): Promise<QuoteOutcome> {
  try {
    return { quote: await quotes.create({ json: request, fetch }) };
  } catch (error) {
    const rejection = toRejection(error);
    if (request.extras && isAboutExtras(error, rejection)) return loadWithOffered(request, fetch);
    if (!isPromoReason(rejection.reason)) return { rejection };
    const outcome = current ? { quote: current } : await loadQuote(withoutCode(request), fetch);
    return 'quote' in outcome ? { ...outcome, promoProblem: rejection.message } : outcome;
  }
}
