import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { emptyValue } from '../../../shared/forms/defaults.ts';
import { type RowId, writableFields } from '../../../shared/forms/schema.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { useFocusInvalid } from '../../../ui/forms/focus-invalid.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { widgetFor } from '../../tables/field-widget.ts';
import { PendingUploads, usePendingUploads } from '../fields/pending-uploads.ts';
import { TableField } from '../fields/table-field.tsx';
import { formatRowCount } from '../grid/page-range.ts';
import { fieldTitle } from '../schema/field-kind.ts';
import type { TableForm } from '../schema/table.ts';
import { ConfirmEffectDialog } from './confirm-effect-dialog.tsx';
import { EffectNote } from './effect-note.tsx';
import { useEffectConfirmation } from './use-effect-confirmation.ts';
import { rowError } from './validate-row.ts';

interface BulkEditDialogProps {
  table: string;
  schema: TableForm;
  ids: readonly RowId[];
  save(set: Record<string, unknown>): Promise<void>;
  onClose(): void;
}

/** Gives one field of many rows the same value. Rich text is left to the form of one row. */
export function BulkEditDialog({ table, schema, ids, save, onClose }: BulkEditDialogProps) {
  const id = useId();
  const [name, setName] = useState('');
  const [value, setValue] = useState<unknown>();
  const [invalid, setInvalid] = useState('');
  const [isUploading, setIsUploading] = useState(false);
  const report = usePendingUploads(setIsUploading);
  const confirmation = useEffectConfirmation(table, schema.hasEffect);
  const { mutate, isPending, error } = useMutation({ mutationFn: save });
  const isBusy = isPending || confirmation.isChecking;
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useFocusInvalid(form, attempts, error);
  const count = ids.length;
  const field = schema.properties[name];
  const set = { [name]: value ?? null };
  const change = { ids: [...ids], set };
  const required = schema.required.includes(name);

  function chooseField(next: string) {
    const chosen = schema.properties[next];
    setName(next);
    setValue(chosen && emptyValue(chosen));
    setInvalid('');
  }
  function submit() {
    if (!field || isBusy || isUploading) return;
    const message = rowError(name, field, value, required) ?? '';
    setInvalid(message);
    setAttempts(attempts + 1);
    if (!message) void confirmation.confirm(change, () => mutate(set));
  }
  function close() {
    if (!isBusy) onClose();
  }
  return (
    <Dialog
      title={`Edit ${formatRowCount(count)}`}
      onClose={close}
      footer={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={!field || isBusy || isUploading}>
            {isUploading ? 'Uploading...' : `Change ${formatRowCount(count)}`}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="grid gap-5"
      >
        {error && <ErrorAlert>{error.message}</ErrorAlert>}
        <FieldSelect
          id={`${id}-field`}
          schema={schema}
          value={name}
          disabled={isBusy}
          onChange={chooseField}
        />
        {field && (
          <PendingUploads value={report}>
            <div>
              <TableField
                key={name}
                id={`${id}-value`}
                name={name}
                schema={field}
                value={value}
                required={required}
                error={invalid || undefined}
                disabled={isBusy}
                onChange={(next) => {
                  setValue(next);
                  setInvalid(rowError(name, field, next, required) ?? '');
                }}
              />
            </div>
          </PendingUploads>
        )}
      </form>
      {field && schema.hasEffect && <EffectNote table={table} change={change} />}
      <ConfirmEffectDialog pending={confirmation.pending} leave={confirmation.leave} />
    </Dialog>
  );
}

interface FieldSelectProps {
  id: string;
  schema: TableForm;
  value: string;
  disabled: boolean;
  onChange(name: string): void;
}

function FieldSelect({ id, schema, value, disabled, onChange }: FieldSelectProps) {
  const fields = writableFields(schema).filter(
    ([name, field]) => !['richText', 'unsupported'].includes(widgetFor(name, field)),
  );
  return (
    <Field id={id} label="Field to change">
      {(control) => (
        <select
          {...control}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">Choose a field</option>
          {fields.map(([name, field]) => (
            <option key={name} value={name}>
              {fieldTitle(name, field)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
