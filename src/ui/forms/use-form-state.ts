import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { isSameValue } from '../../shared/forms/blank.ts';
import { defaultsFor } from '../../shared/forms/defaults.ts';
import { type FormSchema, type FormValues, writableFields } from '../../shared/forms/schema.ts';
import { focusInvalid } from './focus-invalid.ts';

export type FieldMessages = Record<string, string>;

/** Returns a message for each invalid field. */
export type Validate = (schema: FormSchema, values: FormValues) => FieldMessages;

/** Returns the schema's defaults, overridden by the initial values. */
export function initialValues(schema: FormSchema, initial: FormValues = {}): FormValues {
  const values = defaultsFor(schema);
  for (const [name] of writableFields(schema)) {
    if (Object.hasOwn(initial, name) && initial[name] !== undefined) values[name] = initial[name];
  }
  return values;
}

export type FormState = ReturnType<typeof useFormState>;

/** Values and messages of a schema's form, validated per field on change and as a whole on demand. */
export function useFormState(schema: FormSchema, initial: FormValues | undefined, findErrors: Validate) {
  const start = useRef<FormValues>(null);
  start.current ??= initialValues(schema, initial);
  const beginning = start.current;
  const [{ values, errors }, setEntries] = useState({ values: beginning, errors: {} as FieldMessages });
  const form = useRef<HTMLFormElement>(null);

  // A new object is made each time, because a disabled field can only be focused after the next render.
  const [focusRequest, setFocusRequest] = useState<{ field: string }>();
  // The next key may come as soon as the message is seen.
  useLayoutEffect(() => {
    if (focusRequest)
      focusInvalid(form.current?.querySelector<HTMLElement>(fieldSelector(focusRequest.field)));
  }, [focusRequest]);

  function focusFirst(messages: FieldMessages): void {
    const field = Object.keys(schema.properties).find((name) => Object.hasOwn(messages, name));
    if (field) setFocusRequest({ field });
  }

  return {
    values,
    errors,
    form,
    isDirty: writableFields(schema).some(([name]) => !isSameValue(values[name], beginning[name])),
    change(name: string, value: unknown): void {
      setEntries((current) => {
        const next = { ...current.values, [name]: value };
        const { [name]: _, ...others } = current.errors;
        const message = findErrors(schema, next)[name];
        return { values: next, errors: message === undefined ? others : { ...others, [name]: message } };
      });
    },
    /** Whether all values are valid; shows no messages. */
    isComplete: (): boolean => Object.keys(findErrors(schema, values)).length === 0,
    /** Returns whether all values are valid; shows the messages, and focuses the first invalid field. */
    validate(): boolean {
      const messages = findErrors(schema, values);
      setEntries({ values, errors: messages });
      focusFirst(messages);
      return Object.keys(messages).length === 0;
    },
    reject(messages: FieldMessages): void {
      setEntries((current) => ({ ...current, errors: messages }));
      focusFirst(messages);
    },
    reset: () => setEntries({ values: beginning, errors: {} }),
    replace: (others: FormValues) => setEntries({ values: { ...values, ...others }, errors: {} }),
  };
}

const fieldSelector = (name: string) => {
  const key = CSS.escape(name);
  return `[data-field="${key}"] [data-focus], [name="${key}"]`;
};

/** Submits valid values, one submission at a time; `busy` disables the form until it ends. */
export function useSubmit(
  { values, validate, reject }: Pick<FormState, 'values' | 'validate' | 'reject'>,
  onSubmit: (values: FormValues) => unknown,
) {
  const [busy, setBusy] = useState(false);
  // A disabled button loses the focus; it gets the focus back when the form is enabled again.
  const pressed = useRef<Element>(null);
  useLayoutEffect(() => {
    if (!busy && pressed.current instanceof HTMLElement && document.activeElement === document.body)
      pressed.current.focus();
  }, [busy]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !validate()) return;
    setBusy(true);
    pressed.current = document.activeElement;
    let messages: FieldMessages = {};
    try {
      await onSubmit(values);
    } catch (error) {
      console.error('Form submission failed:', error);
      messages = (error as { fields?: FieldMessages } | null)?.fields ?? {};
    }
    setBusy(false);
    if (Object.keys(messages).length > 0) reject(messages);
  }
  return { busy, submit };
}
