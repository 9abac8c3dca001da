import { memo } from 'react';
import type { DateSpan } from '../../../shared/nights.ts';
import type { PropertyCalendar } from '../../bookings/calendar/calendar.ts';
import { LateCalendar } from '../../bookings/date-picker/late-calendar.tsx';
import type { BrowserHold } from '../../bookings/date-picker/stay-selection.ts';
import { nightsId } from '../layout/booking-targets.ts';

interface AvailabilityProps {
  property: { slug: string; title: string };
  calendar: PropertyCalendar | null;
  stay: DateSpan | null;
  /** The nights that this browser holds. */
  ownHolds: readonly BrowserHold[];
  onChange(stay: DateSpan | null): void;
}

/** The home's nights with their prices, on its own page. */
export const PropertyAvailability = memo((props: AvailabilityProps) => {
  const { property, calendar, stay, ownHolds, onChange } = props;
  return (
    <section
      id={nightsId}
      aria-labelledby={`${nightsId}-title`}
      className="mt-9 border-t border-dune pt-9 sm:mt-11 sm:pt-11"
    >
      <h2 id={`${nightsId}-title`} tabIndex={-1} className="mb-5 text-2xl text-deep outline-none sm:text-3xl">
        When it is free
      </h2>
      <LateCalendar
        slugs={[property.slug]}
        label={`Nights in ${property.title}`}
        initial={calendar}
        stay={stay}
        ownHolds={ownHolds}
        onChange={onChange}
      />
    </section>
  );
});
