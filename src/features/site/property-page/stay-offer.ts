import type { StayOffer } from '../../../shared/seo/vacation-rental.ts';
import type { QuoteOutcome } from '../../bookings/book/quote-outcome.ts';
import type { DatedSearch } from '../../bookings/book/stay-search.ts';

/** The offer in the structured data for the dates in the URL; none unless they are priced or taken. */
export function toStayOffer(search: DatedSearch, outcome: QuoteOutcome): StayOffer | undefined {
  const { checkin, checkout, guests, pets, promoCode } = search;
  const party = { checkin, checkout, guests, pets, promoCode };
  if ('quote' in outcome) {
    const { total, currency } = outcome.quote;
    return { ...party, isFree: true, total, currency };
  }
  const { reason, currency } = outcome.rejection;
  return reason === 'dates_taken' ? { ...party, isFree: false, currency } : undefined;
}
