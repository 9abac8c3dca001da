import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { Field } from '../../../ui/forms/field.tsx';

const wideOnSmall = 'max-[22.5rem]:col-span-2';

/** The first selectable days, computed in the browser, because a cached page may be from yesterday. */
function useFirstDays() {
  const [checkin, setCheckin] = useState('');
  const [today, setToday] = useState('');
  useEffect(() => setToday(todayAtProperty(new Date())), []);
  if (today === '') return { first: undefined, firstCheckout: undefined, setCheckin };
  return { first: today, firstCheckout: addDays(checkin > today ? checkin : today, 1), setCheckin };
}

/** The form with dates and guests that begins the booking flow; a plain form, which `/book` validates. */
export function StaySearchForm() {
  const navigate = useNavigate();
  const { first, firstCheckout, setCheckin } = useFirstDays();
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    void navigate(`/book?${new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))}`);
  }
  return (
    <form
      action="/book"
      onSubmit={search}
      noValidate
      aria-label="Find free homes"
      className="grid grid-cols-[1fr_1fr] items-end gap-3 rounded-3xl bg-white p-4 shadow-lift sm:p-6 md:grid-cols-[1fr_1fr_7rem_auto]"
    >
      <DateField
        id="hero-checkin"
        label="Check-in"
        className={wideOnSmall}
        input={{ name: 'checkin', required: true, min: first }}
        change={setCheckin}
      />
      <DateField
        id="hero-checkout"
        label="Check-out"
        className={wideOnSmall}
        input={{ name: 'checkout', required: true, min: firstCheckout }}
      />
      <Field id="hero-guests" label="Guests" className={wideOnSmall}>
        {(control) => (
          <input
            {...control}
            name="guests"
            type="number"
            inputMode="numeric"
            min={1}
            max={20}
            defaultValue={2}
          />
        )}
      </Field>
      <Button type="submit" className="min-h-12 px-4! whitespace-nowrap max-[22.5rem]:col-span-2 sm:px-6!">
        Show free homes
      </Button>
    </form>
  );
}
