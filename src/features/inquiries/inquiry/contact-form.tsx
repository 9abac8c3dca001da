import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { todayAtProperty } from '../../../shared/dates.ts';
import { defaultsFor } from '../../../shared/forms/defaults.ts';
import { parseInput, readForm } from '../../../shared/forms/parse-input.ts';
import type { FormSchema, FormValues } from '../../../shared/forms/schema.ts';
import { validateForm } from '../../../shared/forms/validate.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { SchemaField } from '../../../ui/forms/schema-field.tsx';
import { track } from '../../analytics/track.ts';
import { inquiriesClient } from '../client.ts';
import { collectSpamSignals } from '../spam/collect-signals.ts';
import { Honeypot } from '../spam/honeypot.tsx';
import { inquiryFailure, inquiryThanks } from './inquiry.ts';
import { stayDatesError } from './stay-dates.ts';
import type { RequestedStay } from './stay-from-url.ts';

interface ContactFormProps {
  schema: FormSchema;
  /** The property to begin with; a later one replaces the choice. */
  property: string;
  /** Tells one wish for a property from the next: the same property may be asked for again. */
  asked?: string;
  /** Dates and guests to begin with. */
  wanted?: RequestedStay;
}

type Errors = Record<string, string>;
interface Entries {
  values: FormValues;
  errors: Errors;
}
type Status = { state: 'idle' | 'submitting' } | { state: 'success' | 'error'; message: string };

const inputs = {
  name: { autoComplete: 'name' },
  email: { autoComplete: 'email' },
  phone: { autoComplete: 'tel', type: 'tel' },
};

/** How much of a row each field takes where there is room. */
const widths: Record<string, string> = {
  name: 'sm:col-span-3',
  email: 'sm:col-span-3',
  phone: 'sm:col-span-3',
  property: 'sm:col-span-3',
  checkin: 'sm:col-span-2',
  checkout: 'sm:col-span-2',
  guests: 'sm:col-span-2',
};

/** The inquiry form: messages as one types, all of them on sending, and nothing lost when sending fails. */
export function ContactForm({ schema, property, asked, wanted }: ContactFormProps) {
  const [{ values, errors }, setEntries] = useState<Entries>(() => ({
    values: { ...defaultsFor(schema), property, ...wanted },
    errors: {},
  }));
  const [status, setStatus] = useState<Status>({ state: 'idle' });
  const form = useRef<HTMLFormElement>(null);
  const shownAt = useRef(0);

  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  useLayoutEffect(() => {
    const typed = form.current ? typedIn(schema, form.current) : {};
    setEntries((current) => ({ ...current, values: { ...current.values, ...typed } }));
  }, [schema]);
  const answered = useRef(asked);
  useEffect(() => {
    if (answered.current === asked) return;
    answered.current = asked;
    if (property) setEntries((current) => ({ ...current, values: { ...current.values, property } }));
  }, [property, asked]);

  const problems = (candidate: FormValues): Errors => ({
    ...stayDatesError(candidate, todayAtProperty(new Date())),
    ...validateForm(schema, candidate),
  });

  function change(name: string, raw: string | boolean | string[]) {
    const field = schema.properties[name];
    if (!field) return;
    setEntries((current) => {
      const next = { ...current.values, [name]: parseInput(field, raw) };
      // The dates are judged together: mending one clears the other's message.
      const judged = name === 'checkin' && current.errors.checkout ? ['checkin', 'checkout'] : [name];
      const kept = Object.entries(current.errors).filter(([key]) => !judged.includes(key));
      return { values: next, errors: { ...Object.fromEntries(kept), ...pick(problems(next), judged) } };
    });
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (status.state === 'submitting') return;
    const found = problems(values);
    setEntries({ values, errors: found });
    if (Object.keys(found).length > 0) return focusFirst(found);
    setStatus({ state: 'submitting' });
    try {
      const signs = await collectSpamSignals(event.currentTarget, shownAt.current);
      await inquiriesClient().submit(values, signs);
      track({ name: 'Inquiry' });
      setStatus({ state: 'success', message: inquiryThanks });
      setEntries({ values: { ...defaultsFor(schema), property: '' }, errors: {} });
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      setStatus({ state: 'error', message: refusal?.message ?? inquiryFailure });
      if (refusal) {
        setEntries((current) => ({ ...current, errors: refusal.fields }));
        focusFirst(refusal.fields);
      }
    }
  }

  function focusFirst(found: Errors) {
    const first = Object.keys(schema.properties).find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  const busy = status.state === 'submitting';
  return (
    <form
      ref={form}
      // Sends nothing by itself: pressed before the scripts have arrived, a form would put the answers into the address.
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
            input={inputs[name as keyof typeof inputs]}
            onChange={(raw) => change(name, raw)}
          />
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

/** What the guest typed, or the browser filled in, before the page's scripts arrived. */
function typedIn(schema: FormSchema, form: HTMLFormElement): FormValues {
  const entries = Object.entries(readForm(schema, new FormData(form)));
  return Object.fromEntries(entries.filter(([, value]) => value !== '' && value !== undefined));
}

function pick(errors: Errors, names: string[]): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => names.includes(name)));
}
