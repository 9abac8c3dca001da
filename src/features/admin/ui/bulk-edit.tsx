import { useId, useState } from 'react';
import { emptyValue } from '../../../shared/forms/defaults.ts';
import { readInput } from '../../../shared/forms/read.ts';
import { writableFields } from '../../../shared/forms/schema.ts';
import { validateField } from '../../../shared/forms/validate.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SchemaField } from '../../../ui/schema-field.tsx';
import { Failure } from '../../accounts/ui/notice.tsx';
import { titleOf } from '../field-kind.ts';
import { rowsWords } from '../paging-words.ts';
import type { TableForm } from '../table.ts';
import { inputClass } from './tool.tsx';

interface BulkEditProps {
  schema: TableForm;
  /** How many rows change. */
  count: number;
  save(set: Record<string, unknown>): Promise<void>;
  onClose(): void;
}

/** One field of many rows is given the same value. */
export function BulkEdit({ schema, count, save, onClose }: BulkEditProps) {
  const id = useId();
  const fields = writableFields(schema);
  const [name, setName] = useState('');
  const [value, setValue] = useState<unknown>();
  const [error, setError] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const field = schema.properties[name];
  const required = schema.required.includes(name);

  async function submit() {
    if (!field) return;
    const problem = validateField(name, field, value, required);
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
      title={`Edit ${rowsWords(count)}`}
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={!field || busy}>
            {`Change ${rowsWords(count)}`}
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
        {failure && <Failure>{failure}</Failure>}
        <label className="grid gap-1.5 font-semibold">
          Field to change
          <select
            value={name}
            onChange={(event) => {
              const next = event.target.value;
              const chosen = schema.properties[next];
              setName(next);
              setValue(chosen && emptyValue(chosen));
              setError('');
            }}
            className={`${inputClass} font-normal`}
          >
            <option value="">Choose a field</option>
            {fields.map(([one, its]) => (
              <option key={one} value={one}>
                {titleOf(one, its)}
              </option>
            ))}
          </select>
        </label>
        {field && (
          <SchemaField
            id={`${id}-value`}
            name={name}
            schema={field}
            value={value}
            required={required}
            error={error || undefined}
            onChange={(raw) => setValue(readInput(field, raw))}
          />
        )}
      </form>
    </Dialog>
  );
}
