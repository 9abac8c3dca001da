import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { todayAtProperty } from '../../../shared/dates.ts';
import { defaultsFor } from '../../../shared/forms/defaults.ts';
import { parseInput, readForm } from '../../../shared/forms/parse-input.ts';
import type { FormSchema, FormValues } from '../../../shared/forms/schema.ts';
import { validateForm } from '../../../shared/forms/validate.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { track } from '../../analytics/track.ts';
import { collectSpamSignals } from '../spam/honeypot.tsx';
import { inquiryFailure, inquiryThanks } from './inquiry.ts';
import { type RequestedStay, stayDatesError, toDateValues, withDates } from './stay-dates.ts';
import { submitInquiry } from './submit-inquiry.ts';

export interface InquiryFormOptions {
  schema: FormSchema;
  property: string;
  /** The beginning of the message. */
  message?: string;
  /** Changes with each request for a property: the same one may be requested again. */
  requestKey?: string;
  /** The stay whose dates replace those of the form whenever they change; cleared, they leave typed ones. */
  stay?: RequestedStay;
}

type Errors = Record<string, string>;
interface InquiryState {
  values: FormValues;
  errors: Errors;
}
type InquiryStatus = { state: 'idle' | 'submitting' } | { state: 'success' | 'error'; message: string };

/** The state of the inquiry form: validates as one types and on sending; a failure loses no input. */
export function useInquiryForm({ schema, property, message, requestKey, stay }: InquiryFormOptions) {
  const [{ values, errors }, setState] = useState<InquiryState>(() => {
    const initial: FormValues = { ...defaultsFor(schema), property, ...stay };
    if (message) initial.message = message;
    return { values: initial, errors: {} };
  });
  const [status, setStatus] = useState<InquiryStatus>({ state: 'idle' });
  const form = useRef<HTMLFormElement>(null);
  const listedAt = useRef(0);

  useEffect(() => {
    listedAt.current = performance.now();
  }, []);
  useLayoutEffect(() => {
    const typed = form.current ? readTyped(schema, form.current) : {};
    // The form treats these values as if they were typed now, and validates them.
    setState((current) =>
      Object.entries(typed)
        .filter(([name, value]) => value !== current.values[name])
        .reduce((state, [name, value]) => withField(schema, state, name, value), current),
    );
  }, [schema]);
  const appliedKey = useRef(requestKey);
  useEffect(() => {
    if (appliedKey.current === requestKey) return;
    appliedKey.current = requestKey;
    if (property) setState((current) => ({ ...current, values: { ...current.values, property } }));
  }, [property, requestKey]);

  const { checkin, checkout } = toDateValues(stay);
  const appliedDates = useRef({ checkin, checkout });
  useEffect(() => {
    const former = appliedDates.current;
    if (former.checkin === checkin && former.checkout === checkout) return;
    const next = { checkin, checkout };
    appliedDates.current = next;
    setState((current) => {
      const values = withDates(current.values, former, next);
      if (values === current.values) return current;
      return { values, errors: { ...current.errors, checkin: '', checkout: '' } };
    });
  }, [checkin, checkout]);

  function change(name: string, raw: string | boolean | string[]) {
    const field = schema.properties[name];
    if (field) setState((current) => withField(schema, current, name, parseInput(field, raw)));
  }

  function focusFirst(invalid: Errors) {
    const first = Object.keys(schema.properties).find((name) => invalid[name]);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (status.state === 'submitting') return;
    const invalid = validate(schema, values);
    setState({ values, errors: invalid });
    if (Object.keys(invalid).length > 0) return focusFirst(invalid);
    setStatus({ state: 'submitting' });
    try {
      const signals = await collectSpamSignals(event.currentTarget, listedAt.current);
      await submitInquiry(values, signals);
      track({ name: 'Inquiry' });
      setStatus({ state: 'success', message: inquiryThanks });
      setState({ values: { ...defaultsFor(schema), property: '' }, errors: {} });
    } catch (error) {
      const rejection = error instanceof ApiError ? error : null;
      setStatus({ state: 'error', message: rejection?.message ?? inquiryFailure });
      if (!rejection) return;
      setState((current) => ({ ...current, errors: rejection.fields }));
      focusFirst(rejection.fields);
    }
  }

  return { form, values, errors, status, change, submit };
}

const validate = (schema: FormSchema, values: FormValues): Errors => ({
  ...stayDatesError(values, todayAtProperty(new Date())),
  ...validateForm(schema, values),
});

/** The dates are validated together: correcting one clears the other's message. */
function withField(
  schema: FormSchema,
  { values, errors }: InquiryState,
  name: string,
  value: unknown,
): InquiryState {
  const next = { ...values, [name]: value };
  const checked = name === 'checkin' && errors.checkout ? ['checkin', 'checkout'] : [name];
  const isChecked = ([key]: [string, string]) => checked.includes(key);
  const others = Object.entries(errors).filter((entry) => !isChecked(entry));
  const current = Object.entries(validate(schema, next)).filter(isChecked);
  return { values: next, errors: Object.fromEntries([...others, ...current]) };
}

/** The values that were typed or filled in before hydration. */
function readTyped(schema: FormSchema, form: HTMLFormElement): FormValues {
  const entries = Object.entries(readForm(schema, new FormData(form)));
  return Object.fromEntries(entries.filter(([, value]) => value !== '' && value !== undefined));
}
