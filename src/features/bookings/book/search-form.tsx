import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { StayForm } from './stay-link.tsx';
import { maxParty, parseStaySearch, type StaySearch, searchProblem } from './stay-search.ts';

interface SearchFormProps {
  search: StaySearch;
  submit: string;
  /** Whether this is the page's one action, as long as nothing is found. */
  isMain?: boolean;
  /** What is wrong with a search that was sent without scripts. */
  problem?: string;
  /** Called with the search when the form is sent or changed in a browser that runs scripts. */
  onSearch(search: StaySearch): void;
  /** Whether a change is searched for at once; a field that was emptied is about to be typed in again. */
  live?: boolean;
}

/** Dates, guests and pets; a plain form whose response is a separate page. */
export function SearchForm({
  search,
  submit,
  isMain = false,
  problem: initial = '',
  onSearch,
  live = false,
}: SearchFormProps) {
  const [typed, setTyped] = useState(search);
  const [problem, setProblem] = useState(initial);
  const form = useRef<HTMLFormElement>(null);
  const current = useRef(search);
  useLayoutEffect(() => {
    // Takes over what was typed before hydration.
    if (form.current) setTyped((last) => ({ ...last, ...readTyped(form.current as HTMLFormElement) }));
  }, []);
  useEffect(() => {
    if (current.current === search) return;
    current.current = search;
    setTyped(search);
    setProblem(initial);
  }, [search, initial]);

  function read(form: HTMLFormElement) {
    const params = new URLSearchParams(new FormData(form) as never as Record<string, string>);
    const next = parseStaySearch(params);
    return { next, problem: searchProblem(params, next) };
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { next, problem } = read(event.currentTarget);
    setProblem(problem);
    if (!problem) onSearch(next);
  }

  function change(event: FormEvent<HTMLFormElement>) {
    const { name, value } = event.target as HTMLInputElement;
    setTyped((last) => ({ ...last, [name]: value }));
    const { next } = read(event.currentTarget);
    if (live && value !== '' && next.checkin && next.checkout) onSearch(next);
  }

  const today = todayAtProperty(new Date());
  const fields = [
    { name: 'checkin', label: 'Check-in', value: typed.checkin ?? '', min: today },
    {
      name: 'checkout',
      label: 'Check-out',
      value: typed.checkout ?? '',
      min: addDays(typed.checkin ?? today, 1),
    },
  ];
  const counts = [
    { name: 'guests', label: 'Guests', value: typed.guests, min: 1, max: maxParty.guests },
    { name: 'pets', label: 'Pets', value: typed.pets, min: 0, max: maxParty.pets },
  ];
  return (
    <StayForm ref={form} action="/book" onSubmit={send} onChange={change} noValidate aria-label="Your stay">
      {search.property && <input type="hidden" name="property" value={search.property} />}
      {search.promoCode && <input type="hidden" name="promoCode" value={search.promoCode} />}
      {search.extras?.map(({ id, quantity }) => (
        <input key={id} type="hidden" name="extra" value={`${id}:${quantity}`} />
      ))}
      {search.via && <input type="hidden" name="via" value={search.via} />}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_1fr_6rem_6rem_auto] sm:items-end">
        {fields.map(({ name, label, value, min }) => (
          <DateField
            key={name}
            id={`search-${name}`}
            label={label}
            className="max-[22.5rem]:col-span-2"
            value={value}
            input={{ name, min, required: true, 'aria-describedby': problem ? 'search-problem' : undefined }}
            change={ignore}
          />
        ))}
        {counts.map(({ label, ...input }) => (
          <Field key={input.name} id={`search-${input.name}`} label={label}>
            {(control) => (
              <input {...control} {...input} type="number" inputMode="numeric" required onChange={ignore} />
            )}
          </Field>
        ))}
        <Button
          type="submit"
          variant={isMain ? 'primary' : 'secondary'}
          className="col-span-2 min-h-12 sm:col-span-1"
        >
          {submit}
        </Button>
      </div>
      <p id="search-problem" role="alert" className="mt-2 font-medium text-danger empty:mt-0">
        {problem}
      </p>
    </StayForm>
  );
}

const readTyped = (form: HTMLFormElement) => {
  const text = (name: string) => String(new FormData(form).get(name) ?? '');
  const dates = { checkin: text('checkin'), checkout: text('checkout') };
  return { ...dates, guests: Number(text('guests')), pets: Number(text('pets')) };
};

/** The form itself listens to the changes of its fields. */
const ignore = () => {};
