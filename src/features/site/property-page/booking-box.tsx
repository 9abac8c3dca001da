import { CalendarCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate, formatStayDates } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { ButtonLink, buttonClass } from '../../../ui/button.tsx';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import type { QuoteOutcome } from '../../bookings/book/quote-outcome.ts';
import { StayLine } from '../../bookings/book/stay-line.tsx';
import { bookPath, type DatedSearch, isDated, type StaySearch } from '../../bookings/book/stay-search.ts';
import { ResponseTime } from '../../inbox/ui/response-time.tsx';
import type { RequestedStay } from '../../inquiries/inquiry/stay-dates.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import { ClockTimes } from '../../listings/ui/property-facts.tsx';
import { nightsId } from '../layout/booking-targets.ts';

const waitlistForm = lazyPart(
  async () => (await import('../../inquiries/waitlist/waitlist-form.tsx')).WaitlistForm,
);

const alternatives = lazyPart(async () => (await import('../../bookings/book/rejection.tsx')).Alternatives);

interface StayOfferProps {
  stay: PropertyDetail;
  requested: RequestedStay;
  settings: SiteSettings;
  /** The dates of the address and their price. */
  booking: { search: StaySearch; outcome: QuoteOutcome | null };
  /** Whether this browser holds these nights. */
  isHeld: boolean;
  /** The notice that it does, or how that ended. */
  held: ReactNode;
}

/** The price, and the inquiry or waitlist form. */
export function BookingBox({
  stay,
  requested,
  settings,
  booking: { search, outcome },
  isHeld,
  held,
}: StayOfferProps) {
  return (
    <aside
      aria-label={stay.isComingSoon ? 'Coming soon' : 'Price and booking'}
      className="flex flex-col gap-6 rounded-3xl bg-white p-6 shadow-card sm:p-8 md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:gap-x-10 lg:sticky lg:top-24"
    >
      {stay.isComingSoon && (
        <p className="w-fit rounded-full bg-sun px-4 py-1.5 font-semibold text-ink">Coming Soon</p>
      )}
      {!(outcome && 'quote' in outcome) && (
        <p className="font-display text-3xl text-deep">{stay.price_preview}</p>
      )}
      {stay.isComingSoon || !isDated(search) ? (
        <RequestedDates requested={requested} />
      ) : (
        <DatedPrice property={stay} search={search} outcome={outcome} />
      )}
      {stay.isComingSoon ? (
        <div id="waitlist" className={`scroll-mt-24 ${rightOnTablets}`}>
          <span id={nightsId} className="scroll-mt-24" />
          <LazyHydration part={waitlistForm} fallback={<div className="min-h-64" />}>
            {(WaitlistForm) => (
              <WaitlistForm propertyId={stay.id} title={stay.title} email={settings.email} />
            )}
          </LazyHydration>
        </div>
      ) : (
        <BookingLinks
          stay={stay}
          search={search}
          isRejected={!!outcome && 'rejection' in outcome}
          isHeld={isHeld}
          held={held}
        />
      )}
      <div className="border-t border-dune pt-5 md:max-lg:col-span-2">
        <ClockTimes stay={stay} />
      </div>
    </aside>
  );
}

/** What is pressed stands beside the price where the box is as wide as a tablet. */
const rightOnTablets = 'md:max-lg:col-start-2 md:max-lg:row-span-2';

const howToBook: Record<PropertyDetail['bookingMode'], string> = {
  instant: 'You book directly with the hosts, and the nights are yours as soon as you have paid.',
  request:
    'You book directly with the hosts, who answer within 24 hours. You pay when they have approved your stay.',
  inquiry: 'You book directly with the hosts, who answer within 24 hours.',
};

interface BookingLinksProps extends Pick<StayOfferProps, 'isHeld' | 'held'> {
  stay: PropertyDetail;
  search: StaySearch;
  /** Whether the dates of the address cannot be had. */
  isRejected: boolean;
}

function BookingLinks({ stay: { bookingMode }, search, isRejected, isHeld, held }: BookingLinksProps) {
  const byInquiry = bookingMode === 'inquiry';
  const bookText = isRejected
    ? 'Choose other nights'
    : bookingMode === 'request'
      ? 'Ask for these nights'
      : 'Book these nights';
  return (
    <>
      <div className={`grid content-start gap-6 md:max-lg:gap-4 ${rightOnTablets}`}>
        {held}
        {!byInquiry && !isHeld && (
          <ButtonLink to={bookPath(search)} className="w-full text-lg">
            {isDated(search) ? bookText : 'Choose your nights'}
          </ButtonLink>
        )}
        <a href="#contact" className={buttonClass(byInquiry ? 'primary' : 'quiet', 'w-full')}>
          Ask about your dates
        </a>
      </div>
      <p className="flex gap-3 text-slate md:max-lg:col-start-1">
        <CalendarCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-lagoon" />
        <span>
          {howToBook[bookingMode]}
          <ResponseTime />
        </span>
      </p>
    </>
  );
}

/** The total price of the dates in the URL, or why they cannot be booked. */
interface DatedPriceProps {
  property: PropertyDetail;
  search: DatedSearch;
  outcome: QuoteOutcome | null;
}

function DatedPrice({ property, search, outcome }: DatedPriceProps) {
  return (
    <div aria-live="polite" className="rounded-2xl bg-mist p-4 text-ink md:max-lg:col-span-2">
      <p className="font-semibold">Your stay</p>
      <p>
        <StayLine stay={search} party={search} />
      </p>
      {outcome && 'quote' in outcome && (
        <>
          <p className="mt-2 font-display text-3xl text-deep min-[22.5rem]:text-4xl">
            {formatMoney(outcome.quote.total, outcome.quote.currency)}
          </p>
          <p className="text-slate">in all, fees and taxes included</p>
        </>
      )}
      {outcome && 'rejection' in outcome && (
        <div className="mt-2 grid gap-4">
          <p className="font-medium">{outcome.rejection.message}</p>
          <LazyHydration part={alternatives} fallback={<div className="min-h-40" />}>
            {(Alternatives) => (
              <Alternatives rejection={outcome.rejection} search={search} property={property.slug} />
            )}
          </LazyHydration>
        </div>
      )}
    </div>
  );
}

function RequestedDates({ requested: { checkin, checkout, guests } }: { requested: RequestedStay }) {
  if (!checkin && !guests) return null;
  return (
    <p className="rounded-2xl bg-mist p-4 text-ink md:max-lg:col-span-2">
      <span className="block font-semibold">Your stay</span>
      {checkin && (checkout ? formatStayDates(checkin, checkout) : formatDate(checkin))}
      {guests && `${checkin ? ', ' : ''}${pluralize(guests, 'guest')}`}
    </p>
  );
}
