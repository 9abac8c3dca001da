import { CalendarCheck } from 'lucide-react';
import { formatDate } from '../../../shared/dates.ts';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { ButtonLink, buttonClass } from '../../../ui/button.tsx';
import type { RequestedStay } from '../../inquiries/inquiry/stay-dates.ts';
import { WaitlistForm } from '../../inquiries/waitlist/waitlist-form.tsx';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import { ClockTimes } from '../../listings/ui/property-details.tsx';

interface StayOfferProps {
  stay: PropertyDetail;
  wanted: RequestedStay;
  settings: SiteSettings;
}

/** The price, and the inquiry or waitlist form. */
export function BookingBox({ stay, wanted, settings }: StayOfferProps) {
  return (
    <aside
      aria-label={stay.isComingSoon ? 'Coming soon' : 'Price and booking'}
      className="flex flex-col gap-6 rounded-3xl bg-white p-6 shadow-card sm:p-8 lg:sticky lg:top-24"
    >
      {stay.isComingSoon && (
        <p className="w-fit rounded-full bg-sun px-4 py-1.5 font-semibold text-ink">Coming Soon</p>
      )}
      <p className="font-display text-3xl text-deep">{stay.price_preview}</p>
      <RequestedDates wanted={wanted} />
      {stay.isComingSoon ? (
        <WaitlistForm propertyId={stay.id} title={stay.title} email={settings.email} />
      ) : (
        <>
          <a href="#contact" className={buttonClass('primary', 'w-full text-lg')}>
            Ask about your dates
          </a>
          <ButtonLink to="/shop" look="quiet" className="w-full">
            See stays to book now
          </ButtonLink>
          <p className="flex gap-3 text-slate">
            <CalendarCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-lagoon" />
            You book directly with the hosts, who answer within 24 hours.
          </p>
        </>
      )}
      <div className="border-t border-dune pt-5">
        <ClockTimes stay={stay} />
      </div>
    </aside>
  );
}

function RequestedDates({ wanted: { checkin, checkout, guests } }: { wanted: RequestedStay }) {
  if (!checkin && !guests) return null;
  return (
    <p className="rounded-2xl bg-mist p-4 text-ink">
      <span className="block font-semibold">Your stay</span>
      {checkin && formatDate(checkin)}
      {checkin && checkout && ` to ${formatDate(checkout)}`}
      {guests && `${checkin ? ', ' : ''}${pluralize(guests, 'guest')}`}
    </p>
  );
}
