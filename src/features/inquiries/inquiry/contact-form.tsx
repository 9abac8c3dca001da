import { useEffect, useState } from 'react';
import { todayAtProperty } from '../../../shared/dates.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { addDays } from '../../../shared/nights.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { SchemaField } from '../../../ui/forms/schema-field.tsx';
import { Honeypot } from '../spam/honeypot.tsx';
import { type InquiryFormOptions, useInquiryForm } from './use-inquiry-form.ts';

const inputs = {
  name: { autoComplete: 'name' },
  email: { autoComplete: 'email' },
  phone: { autoComplete: 'tel', type: 'tel' },
};

const widths: Record<string, string> = {
  name: 'sm:col-span-3',
  email: 'sm:col-span-3',
  phone: 'sm:col-span-3',
  property: 'sm:col-span-3',
  checkin: 'sm:col-span-2',
  checkout: 'sm:col-span-2',
  guests: 'sm:col-span-2',
};

type Sleeps = ReadonlyMap<string, number>;

const noHomes: Sleeps = new Map();

interface ContactFormProps extends InquiryFormOptions {
  /** How many guests the homes sleep, by their titles. */
  sleeps?: Sleeps;
}

/** The first days that can be picked, computed in the browser, because a cached page may be from yesterday. */
function useFirstDays({ checkin }: FormValues): Record<string, { min: string } | undefined> {
  const [today, setToday] = useState('');
  useEffect(() => setToday(todayAtProperty(new Date())), []);
  if (today === '') return {};
  const from = typeof checkin === 'string' && checkin > today ? checkin : today;
  return { checkin: { min: today }, checkout: { min: addDays(from, 1) } };
}

export function ContactForm({ sleeps = noHomes, ...options }: ContactFormProps) {
  const { schema } = options;
  const { form, values, errors, status, change, submit } = useInquiryForm(options);
  const busy = status.state === 'submitting';
  const firstDays = useFirstDays(values);
  return (
    <form
      ref={form}
      // The browser must not send it: before the scripts have arrived, a GET would put the values into the URL.
      method="dialog"
      noValidate
      onSubmit={submit}
      aria-label="Booking inquiry"
      className="grid gap-5 sm:grid-cols-6"
    >
      {Object.entries(schema.properties).map(([name, field]) => (
        <div key={name} className={widths[name] ?? 'sm:col-span-6'}>
          <SchemaField
            id={`inquiry-${name}`}
            name={name}
            schema={field}
            value={values[name]}
            required={schema.required?.includes(name) ?? false}
            error={errors[name]}
            input={inputs[name as keyof typeof inputs] ?? firstDays[name]}
            onChange={(raw) => change(name, raw)}
          />
          {name === 'guests' && <TooManyGuests values={values} sleeps={sleeps} />}
        </div>
      ))}
      <Honeypot id="inquiry-website" />
      <div className="flex flex-col gap-4 sm:col-span-6">
        <div aria-live="polite">
          {'message' in status && <Alert failed={status.state === 'error'}>{status.message}</Alert>}
        </div>
        <Button type="submit" disabled={busy} className="w-full text-lg sm:w-auto sm:self-start sm:px-10">
          {busy ? 'Sending...' : 'Send Inquiry'}
        </Button>
      </div>
    </form>
  );
}

/** Warns a party that is larger than the home; the inquiry can be sent all the same. */
function TooManyGuests({ values: { property, guests }, sleeps }: { values: FormValues; sleeps: Sleeps }) {
  const beds = sleeps.get(String(property));
  return (
    <p aria-live="polite" className="mt-1.5 text-slate empty:hidden">
      {beds !== undefined && Number(guests) > beds && `This home sleeps ${beds}. Ask us, or choose another.`}
    </p>
  );
}
