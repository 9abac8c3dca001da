import { memo } from 'react';
import type { DateSpan } from '../../../shared/nights.ts';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import type { PropertyCalendar } from '../../bookings/calendar/calendar.ts';
import { nightsId } from '../layout/booking-targets.ts';

const stayCalendar = lazyPart(
  async () => (await import('../../bookings/date-picker/stay-calendar.tsx')).StayCalendar,
);

interface AvailabilityProps {
  property: { slug: string; title: string };
  calendar: PropertyCalendar | null;
  stay: DateSpan | null;
  onChange(stay: DateSpan | null): void;
}

/** The home's nights with their prices, on its own page. */
export const PropertyAvailability = memo(({ property, calendar, stay, onChange }: AvailabilityProps) => {
  return (
    <section
      id={nightsId}
      aria-labelledby={`${nightsId}-title`}
      className="mt-9 border-t border-dune pt-9 sm:mt-11 sm:pt-11"
    >
      <h2 id={`${nightsId}-title`} tabIndex={-1} className="mb-5 text-2xl text-deep outline-none sm:text-3xl">
        When it is free
      </h2>
      <LazyHydration
        part={stayCalendar}
        fallback={<p className="min-h-96 text-slate">Loading the calendar…</p>}
      >
        {(StayCalendar) => (
          <StayCalendar
            slugs={[property.slug]}
            label={`Nights in ${property.title}`}
            initial={calendar}
            stay={stay}
            onChange={onChange}
          />
        )}
      </LazyHydration>
    </section>
  );
});
