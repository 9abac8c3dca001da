import { type ChangeEvent, type ComponentProps, type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { Button } from '../../../ui/button.tsx';

const inputClass =
  'min-h-12 w-full rounded-xl border border-driftwood/70 bg-white px-3 py-2.5 text-base text-ink';

/** The first days that can be chosen, once the page is in a browser: a cached page may be of yesterday. */
function useFirstDays() {
  const [checkin, setCheckin] = useState('');
  const [today, setToday] = useState('');
  useEffect(() => setToday(todayAtProperty(new Date())), []);
  const follow = ({ target }: ChangeEvent<HTMLInputElement>) => setCheckin(target.value);
  if (today === '') return { first: undefined, firstCheckout: undefined, follow };
  return { first: today, firstCheckout: addDays(checkin > today ? checkin : today, 1), follow };
}

/** Dates and guests, with which the booking flow begins; a plain form, which `/book` checks. */
export function StaySearchForm() {
  const navigate = useNavigate();
  const { first, firstCheckout, follow } = useFirstDays();
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
      <Field name="checkin" label="Check-in" type="date" required min={first} onChange={follow} />
      <Field name="checkout" label="Check-out" type="date" required min={firstCheckout} />
      <Field
        name="guests"
        label="Guests"
        type="number"
        inputMode="numeric"
        min={1}
        max={20}
        defaultValue={2}
      />
      <Button type="submit" className="min-h-12 px-4! whitespace-nowrap max-[22.5rem]:col-span-2 sm:px-6!">
        Show free homes
      </Button>
    </form>
  );
}

function Field({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  const id = `hero-${input.name}`;
  return (
    <div className="min-w-0 max-[22.5rem]:col-span-2">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-ink">
        {label}
      </label>
      <input {...input} id={id} className={inputClass} />
    </div>
  );
}
