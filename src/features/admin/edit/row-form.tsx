import type { FormEvent } from 'react';
import type { useFormState } from '../../../ui/forms/use-form-state.ts';
import { RowFormField } from '../fields/field.tsx';
import type { Row, TableForm } from '../schema/table.ts';
import { PendingUploads, usePendingUploads } from './pending-uploads.ts';

interface RowFormProps {
  id: string;
  schema: TableForm;
  row: Row | null;
  entries: ReturnType<typeof useFormState>;
  disabled: boolean;
  onSubmit(): void;
  /** Whether a field waits for an upload. */
  onBusy(isBusy: boolean): void;
}

/** The fields of a row, each with the widget of its kind; what only the site sets is shown and cannot be changed. */
export function RowForm({ id, schema, row, entries, disabled, onSubmit, onBusy }: RowFormProps) {
  const { values, errors, form, change } = entries;
  const report = usePendingUploads(onBusy);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!disabled) onSubmit();
  }
  return (
    <PendingUploads value={report}>
      <form
        ref={form}
        id={id}
        method="dialog"
        noValidate
        onSubmit={submit}
        className="grid gap-x-5 gap-y-5 sm:grid-cols-2"
      >
        {Object.entries(schema.properties).map(([name, field]) => (
          <RowFormField
            key={name}
            id={`${id}-${name}`}
            name={name}
            schema={field}
            value={field.readOnly || field.primaryKey ? row?.[name] : values[name]}
            required={schema.required.includes(name)}
            error={errors[name]}
            disabled={disabled}
            onChange={(value) => change(name, value)}
          />
        ))}
      </form>
    </PendingUploads>
  );
}
