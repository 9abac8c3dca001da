import { useState } from 'react';
import { Link } from 'react-router';
import type { DateSpan } from '../../../shared/nights.ts';
import { bookPath, defaultGuests } from '../../bookings/book/stay-search.ts';
import { StayCalendar } from '../../bookings/date-picker/stay-calendar.tsx';

interface StayForInquiryProps {
  property: { slug: string; title: string };
  /** Called with the dates that the inquiry is about. */
  onChange(stay: DateSpan | null): void;
}

/** The nights of the home that a booking button passed, beside the inquiry form. */
export default function StayForInquiry({ property: { slug, title }, onChange }: StayForInquiryProps) {
  const [stay, setStay] = useState<DateSpan | null>(null);
  const choose = (next: DateSpan | null) => {
    setStay(next);
    onChange(next);
  };
  return (
    <section aria-labelledby="inquiry-nights" className="rounded-3xl bg-white p-5 shadow-card sm:p-7">
      <h3 id="inquiry-nights" className="mb-4 text-2xl text-deep">
        Nights in {title}
      </h3>
      <StayCalendar
        slugs={[slug]}
        label={`Nights in ${title}`}
        initial={null}
        stay={stay}
        onChange={choose}
        months={1}
      />
      <p className="mt-3">
        <Link
          to={bookPath({ property: slug, guests: defaultGuests, pets: 0, ...stay })}
          className="inline-flex min-h-11 items-center font-semibold text-gulf underline underline-offset-4 hover:no-underline"
        >
          {stay ? 'See the whole price and book' : 'See prices and book'}
        </Link>
      </p>
    </section>
  );
}
