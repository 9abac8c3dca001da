import { type RefObject, useEffect, useState } from 'react';
import { formatMoney } from '../../../shared/money.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { QuoteOutcome } from '../../bookings/book/quote-outcome.ts';
import { bookPath, isDated, type StaySearch } from '../../bookings/book/stay-search.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import { goToNights } from '../layout/booking-targets.ts';

interface BookingBarProps {
  stay: Pick<PropertyDetail, 'title' | 'bookingMode' | 'isComingSoon'>;
  search: StaySearch;
  outcome: QuoteOutcome | null;
  /** Whether this browser already holds these nights; the box then offers to pay. */
  isHeld: boolean;
  /** The lowest price of a night on sale, in cents; `null` if there is none. */
  lowestPrice: number | null;
  /** The box with the dates; the bar replaces it when it is above the window. */
  box: RefObject<HTMLElement | null>;
}

/** The price and one button at the bottom of a phone, for a home that can be booked at once. */
export function BookingBar({ stay, search, outcome, isHeld, lowestPrice, box }: BookingBarProps) {
  const isBeyondBox = useIsAbove(box);
  if (!isBeyondBox || isHeld || stay.isComingSoon || stay.bookingMode !== 'instant') return null;
  const quote = isDated(search) && outcome && 'quote' in outcome ? outcome.quote : null;
  return (
    <section
      aria-label={`Book ${stay.title}`}
      className="booking-bar fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-3 border-t border-dune bg-shell px-5 py-3 shadow-lift md:hidden print:hidden"
    >
      <p className="min-w-0 leading-tight text-slate">
        {quote ? (
          <>
            <span className="block text-xl font-bold text-deep">
              {formatMoney(quote.total, quote.currency)}
            </span>
            in all
          </>
        ) : (
          lowestPrice !== null && (
            <>
              from{' '}
              <span className="text-xl font-bold text-deep">
                {formatMoney(lowestPrice, 'usd').replace(/\.00$/, '')}
              </span>{' '}
              a night
            </>
          )
        )}
      </p>
      {quote ? (
        <ButtonLink to={bookPath(search)} className="shrink-0 whitespace-nowrap">
          Book these nights
        </ButtonLink>
      ) : (
        <Button onClick={goToNights} className="shrink-0 whitespace-nowrap">
          Choose nights
        </Button>
      )}
    </section>
  );
}

/** Whether an element has been scrolled out at the window's top. */
function useIsAbove(element: RefObject<Element | null>): boolean {
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    // An element below the window counts as inside: a jump past the element would otherwise be no change.
    const observer = new IntersectionObserver(([entry]) => setAbove(entry?.isIntersecting === false), {
      rootMargin: '0px 0px 1000000px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isAbove;
}
