import { type ReactNode, useState } from 'react';
import { parseInput } from '../../shared/forms/parse-input.ts';
import {
  type FieldSchema,
  type FormSchema,
  type FormValues,
  writableFields,
} from '../../shared/forms/schema.ts';
import { validateForm } from '../../shared/forms/validate.ts';
import { Button } from '../button.tsx';
import { SchemaField } from './schema-field.tsx';
import { type FormState, useFormState, useSubmit } from './use-form-state.ts';

export interface FieldControl {
  /** The control's id, which the label's `htmlFor` names; `${id}-error` is the message. */
  id: string;
  name: string;
  schema: FieldSchema;
  value: unknown;
  required: boolean;
  error?: string;
  disabled: boolean;
  onChange(value: unknown): void;
}

interface SchemaFormProps {
  /** Unique on the page, and the prefix of its fields' ids. */
  id: string;
  schema: FormSchema;
  initialValues?: FormValues;
  submitLabel?: string;
  busyLabel?: string;
  resetLabel?: string;
  /** The state, for a caller that reads or sets it, too. */
  entries?: FormState;
  children?: ReactNode;
  buttons?: (busy: boolean) => ReactNode;
  fieldOverrides?: Record<string, (field: FieldControl) => ReactNode>;
  /** Called with the writable fields once none has an error; the form is disabled until it finishes. */
  onSubmit(values: FormValues): unknown;
}

/** Renders a schema's fields, validated on change and on submit. `fields` of an error from `onSubmit` are shown. */
export function SchemaForm({
  id,
  schema,
  initialValues,
  submitLabel = 'Submit',
  busyLabel = 'submitting...',
  resetLabel = 'Reset',
  entries,
  children,
  buttons,
  fieldOverrides = {},
  onSubmit,
}: SchemaFormProps) {
  const own = useFormState(schema, initialValues, validateForm);
  const { values, errors, form, change, validate, reject, reset } = entries ?? own;
  const [resets, setResets] = useState(0);
  const { busy, submit } = useSubmit({ values, validate, reject }, onSubmit);

  return (
    <form
      ref={form}
      id={id}
      // The browser must not send it: before the scripts have arrived, a GET would put the values into the URL.
      method="dialog"
      noValidate
      aria-label={schema.title ?? id}
      aria-busy={busy}
      onSubmit={submit}
      onReset={(event) => {
        event.preventDefault();
        reset();
        setResets(resets + 1);
      }}
    >
      <fieldset disabled={busy} className="grid min-w-0 gap-5">
        {writableFields(schema).map(([name, field]) => {
          const common = {
            id: `${id}-${name}`,
            name,
            schema: field,
            value: values[name],
            error: errors[name],
            required: schema.required?.includes(name) ?? false,
          };
          const custom = fieldOverrides[name]?.({
            ...common,
            disabled: busy,
            onChange: (value) => change(name, value),
          });
          return (
            <div key={`${name} ${resets}`} data-field={name}>
              {custom ?? <SchemaField {...common} onChange={(raw) => change(name, parseInput(field, raw))} />}
            </div>
          );
        })}
        {children}
        {buttons?.(busy) ?? (
          <div className="flex flex-wrap gap-3 pt-2">
            <Button type="submit">{busy ? busyLabel : submitLabel}</Button>
            <Button type="reset" variant="quiet">
              {resetLabel}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  );
}
