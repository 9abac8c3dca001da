import { useState } from 'react';
import { formatMoney } from '../../../shared/money.ts';
import type { DateSpan } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { toQuoteRequest } from '../../bookings/book/quote-outcome.ts';
import { StayLine } from '../../bookings/book/stay-line.tsx';
import { bookPath, defaultGuests } from '../../bookings/book/stay-search.ts';
import { useQuote } from '../../bookings/book/use-quote.ts';
import { StayCalendar } from '../../bookings/date-picker/stay-calendar.tsx';
import type { ListedHome } from './listed-homes.ts';

interface StayForInquiryProps {
  property: ListedHome;
  /** Called with the dates that an inquiry would be about. */
  onChange(stay: DateSpan | null): void;
}

/** The nights of the home that a booking button passed, their whole price, and a link to book them. */
export default function StayForInquiry({ property, onChange }: StayForInquiryProps) {
  const { slug, title, guests: sleeps } = property;
  const [stay, setStay] = useState<DateSpan | null>(null);
  const [guests, setGuests] = useState(Math.min(defaultGuests, sleeps));
  const choose = (next: DateSpan | null) => {
    setStay(next);
    onChange(next);
  };
  return (
    <section
      aria-labelledby="inquiry-nights"
      className="mb-8 grid grid-cols-1 gap-8 rounded-3xl bg-white p-5 shadow-card sm:p-8 lg:grid-cols-[1fr_19rem] lg:gap-12"
    >
      <div className="min-w-0">
        <h3 id="inquiry-nights" className="mb-4 text-2xl text-deep">
          Nights in {title}
        </h3>
        <StayCalendar
          slugs={[slug]}
          label={`Nights in ${title}`}
          initial={null}
          stay={stay}
          onChange={choose}
        />
      </div>
      <div className="flex flex-col gap-5 lg:border-l lg:border-dune lg:pl-8">
        <Field id="stay-party" label="Who is coming">
          {(control) => (
            <select {...control} value={guests} onChange={({ target }) => setGuests(Number(target.value))}>
              {Array.from({ length: sleeps }, (_, index) => (
                <option key={pluralize(index + 1, 'guest')} value={index + 1}>
                  {pluralize(index + 1, 'guest')}
                </option>
              ))}
            </select>
          )}
        </Field>
        <StayPrice property={property} stay={stay} guests={guests} />
      </div>
    </section>
  );
}

interface StayPriceProps {
  property: ListedHome;
  stay: DateSpan | null;
  guests: number;
}

function StayPrice({ property: { slug, bookingMode }, stay, guests }: StayPriceProps) {
  const search = stay && { ...stay, property: slug, guests, pets: 0 };
  const isPriced = bookingMode !== 'inquiry';
  const { outcome, isBusy } = useQuote(search && isPriced ? toQuoteRequest(search, slug) : null, null);
  if (!isPriced) return <p className="text-lg text-slate">Choose your nights, and ask us for them below.</p>;
  if (!search)
    return <p className="text-lg text-slate">Choose your nights, and their whole price stands here.</p>;
  return (
    <>
      <div aria-live="polite" aria-busy={isBusy} className={isBusy ? 'opacity-60' : ''}>
        <p className="text-slate">
          <StayLine stay={search} party={search} />
        </p>
        {!outcome && <p className="mt-3 text-lg text-slate">Adding up your price…</p>}
        {outcome && 'quote' in outcome && (
          <>
            <p className="mt-3 font-display text-4xl text-deep">
              {formatMoney(outcome.quote.total, outcome.quote.currency)}
            </p>
            <p className="text-slate">in all, fees and taxes included</p>
          </>
        )}
        {outcome && 'rejection' in outcome && (
          <p className="mt-3 font-medium text-ink">{outcome.rejection.message}</p>
        )}
      </div>
      {outcome && 'quote' in outcome && (
        <ButtonLink to={bookPath(search)} className="w-full text-lg">
          {bookingMode === 'request' ? 'Ask for these nights' : 'Book these nights'}
        </ButtonLink>
      )}
    </>
  );
}
