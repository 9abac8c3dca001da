import type { FormEvent } from 'react';
import { writableFields } from '../../../shared/forms/schema.ts';
import type { FormState } from '../../../ui/forms/use-form-state.ts';
import { PendingUploads, usePendingUploads } from '../fields/pending-uploads.ts';
import { TableField } from '../fields/table-field.tsx';
import type { Row, TableForm } from '../schema/table.ts';

interface RowFormProps {
  id: string;
  schema: TableForm;
  row: Row | null;
  form: FormState;
  disabled: boolean;
  onSubmit(): void;
  onPending(isPending: boolean): void;
}

/** The fields of a row, each with the widget of its kind. What only the site sets is disabled; a new row has none of it. */
export function RowForm({ id, schema, row, form, disabled, onSubmit, onPending }: RowFormProps) {
  const { values, errors, change } = form;
  const report = usePendingUploads(onPending);
  const fields = row ? Object.entries(schema.properties) : writableFields(schema);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!disabled) onSubmit();
  }
  return (
    <PendingUploads value={report}>
      <form
        ref={form.form}
        id={id}
        method="dialog"
        noValidate
        onSubmit={submit}
        className="grid gap-x-5 gap-y-5 sm:grid-cols-2"
      >
        {fields.map(([name, field]) => (
          <TableField
            key={name}
            id={`${id}-${name}`}
            name={name}
            schema={field}
            value={field.readOnly || field.primaryKey ? row?.[name] : values[name]}
            required={schema.required.includes(name)}
            error={errors[name]}
            disabled={disabled}
            currency={typeof values.currency === 'string' ? values.currency : undefined}
            onChange={(value) => change(name, value)}
          />
        ))}
      </form>
    </PendingUploads>
  );
}
