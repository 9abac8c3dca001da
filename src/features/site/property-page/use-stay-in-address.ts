import { useCallback, useEffect, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { DateSpan } from '../../../shared/nights.ts';
import { track } from '../../analytics/track.ts';
import { type QuoteOutcome, toQuoteRequest } from '../../bookings/book/quote-outcome.ts';
import { stayBasket } from '../../bookings/book/stay-basket.ts';
import { isDated, parseStaySearch, type StaySearch, searchParams } from '../../bookings/book/stay-search.ts';
import { useQuote } from '../../bookings/book/use-quote.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';

/** Parses the stay in the URL, for this home. */
export const toStaySearch = (slug: string, params: URLSearchParams): StaySearch => ({
  ...parseStaySearch(params),
  property: slug,
});

/** The dates in the address, with their price; choosing others changes the address. */
export function useStayInAddress(property: PropertyDetail, initial: QuoteOutcome | null) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const address = params.toString();
  const { slug, title } = property;
  const search = useMemo(() => toStaySearch(slug, new URLSearchParams(address)), [slug, address]);
  const dated = isDated(search) ? search : null;
  const { outcome, isBusy } = useQuote(dated && toQuoteRequest(dated, slug), initial);
  const total = outcome && 'quote' in outcome ? outcome.quote.total : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each home, at the price that is known then
  useEffect(() => {
    track({ name: 'ViewContent', ...stayBasket({ property: slug, total, currency: 'usd' }, title) });
  }, [slug]);
  const choose = useCallback(
    (next: DateSpan | null) => {
      const { property: _, checkin: _in, checkout: _out, ...party } = search;
      void navigate(
        { search: `?${searchParams({ ...party, ...next })}` },
        { replace: true, preventScrollReset: true },
      );
    },
    [search, navigate],
  );
  const stay = useMemo(() => dated && { checkin: dated.checkin, checkout: dated.checkout }, [dated]);
  return { search, outcome, isBusy, stay, choose };
}
