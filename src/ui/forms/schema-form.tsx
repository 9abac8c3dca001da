import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
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
import { type FieldMessages, type FormState, useFormState } from './use-form-state.ts';

/** A field that its caller draws: in place of the one its schema asks for. */
export interface FieldControl {
  /** The control's id: its label points there, and `${id}-error` is its message. */
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
  /** Unique on the page; field ids are made from it. */
  id: string;
  schema: FormSchema;
  /** What is known of the fields; the rest starts with the schema's defaults. */
  initialValues?: FormValues;
  submitLabel?: string;
  /** What the submit button says while the handler is at work. */
  busyLabel?: string;
  resetLabel?: string;
  /** The values and messages, for a caller that must know or set them, too; by itself the form keeps its own. */
  entries?: FormState;
  /** What belongs to the form beside the schema's fields; disabled with them. */
  children?: ReactNode;
  /** The row of buttons, for a caller that has others than to submit and to reset. */
  buttons?: (busy: boolean) => ReactNode;
  /** Fields drawn by the caller, by name. */
  fieldOverrides?: Record<string, (field: FieldControl) => ReactNode>;
  /** Called with the writable fields once none has an error; until it finishes everything is disabled. */
  onSubmit(values: FormValues): unknown;
}

/**
 * A form made from a schema: fields are judged as they change and all together on submission, which goes on only without
 * errors. A handler that throws is logged; when what it throws says `fields`, these show their messages.
 */
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
  const { values, errors, form, change, isSound, refuse, reset } = entries ?? own;
  const [busy, setBusy] = useState(false);
  const [resets, setResets] = useState(0);

  // What is disabled loses the focus; it has it back once everything is enabled again.
  const pressed = useRef<Element>(null);
  useEffect(() => {
    if (!busy && pressed.current instanceof HTMLElement && document.activeElement === document.body)
      pressed.current.focus();
  }, [busy]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !isSound()) return;
    setBusy(true);
    pressed.current = document.activeElement;
    let refused: FieldMessages = {};
    try {
      await onSubmit(values);
    } catch (error) {
      console.error('Form submission failed:', error);
      refused = (error as { fields?: FieldMessages } | null)?.fields ?? {};
    }
    setBusy(false);
    if (Object.keys(refused).length > 0) refuse(refused);
  }

  return (
    <form
      ref={form}
      id={id}
      // Sends nothing by itself: pressed before the scripts have arrived, a form would put the answers into the address.
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
            required: schema.required?.includes(name) ?? false,
            error: errors[name],
          };
          const drawn = fieldOverrides[name]?.({
            ...common,
            disabled: busy,
            onChange: (value) => change(name, value),
          });
          return (
            <div key={`${name} ${resets}`} data-field={name}>
              {drawn ?? <SchemaField {...common} onChange={(raw) => change(name, parseInput(field, raw))} />}
            </div>
          );
        })}
        {children}
        {buttons?.(busy) ?? (
          <div className="flex flex-wrap gap-3 pt-2">
            <Button type="submit">{busy ? busyLabel : submitLabel}</Button>
            <Button type="reset" look="quiet">
              {resetLabel}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  );
}
