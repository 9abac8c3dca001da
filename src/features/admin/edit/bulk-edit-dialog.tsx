import { useId, useState } from 'react';
import { emptyValue } from '../../../shared/forms/defaults.ts';
import { writableFields } from '../../../shared/forms/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/failure.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { inputClass } from '../../../ui/small-button.tsx';
import { RowFormField } from '../fields/field.tsx';
import { widgetFor } from '../fields/field-widget.ts';
import { formatRowCount } from '../grid/page-range.ts';
import { fieldTitle } from '../schema/field-kind.ts';
import type { TableForm } from '../schema/table.ts';
import { PendingUploads, usePendingUploads } from './pending-uploads.ts';
import { rowError } from './validate-row.ts';

interface BulkEditProps {
  schema: TableForm;
  /** How many rows change. */
  count: number;
  save(set: Record<string, unknown>): Promise<void>;
  onClose(): void;
}

/** One field of many rows is given the same value, asked for as the form of a row asks; texts with marks are left to that. */
export function BulkEdit({ schema, count, save, onClose }: BulkEditProps) {
  const id = useId();
  const fields = writableFields(schema).filter(
    ([one, its]) => !['richText', 'unsupported'].includes(widgetFor(one, its)),
  );
  const [name, setName] = useState('');
  const [value, setValue] = useState<unknown>();
  const [error, setError] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [uploading, setUploading] = useState(false);
  const reportBusy = usePendingUploads(setUploading);
  const field = schema.properties[name];
  const required = schema.required.includes(name);

  async function submit() {
    if (!field || uploading) return;
    const problem = rowError(name, field, value, required);
    setError(problem ?? '');
    if (problem) return;
    setBusy(true);
    setFailure('');
    try {
      await save({ [name]: value ?? null });
    } catch (thrown) {
      setFailure((thrown as Error).message);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={`Edit ${formatRowCount(count)}`}
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={!field || busy || uploading}>
            {uploading ? 'Uploading...' : `Change ${formatRowCount(count)}`}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="grid gap-5"
      >
        {failure && <ErrorAlert>{failure}</ErrorAlert>}
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-field`} className="font-semibold">
            Field to change
          </label>
          <select
            id={`${id}-field`}
            value={name}
            onChange={(event) => {
              const next = event.target.value;
              const chosen = schema.properties[next];
              setName(next);
              setValue(chosen && emptyValue(chosen));
              setError('');
            }}
            className={inputClass}
          >
            <option value="">Choose a field</option>
            {fields.map(([one, its]) => (
              <option key={one} value={one}>
                {fieldTitle(one, its)}
              </option>
            ))}
          </select>
        </div>
        {field && (
          <PendingUploads value={reportBusy}>
            <div>
              <RowFormField
                key={name}
                id={`${id}-value`}
                name={name}
                schema={field}
                value={value}
                required={required}
                error={error || undefined}
                disabled={busy}
                onChange={(next) => {
                  setValue(next);
                  setError(rowError(name, field, next, required) ?? '');
                }}
              />
            </div>
          </PendingUploads>
        )}
      </form>
    </Dialog>
  );
}
