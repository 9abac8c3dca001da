import { Plus, X } from 'lucide-react';
import { parseInput } from '../../../shared/forms/parse-input.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { Field } from '../../../ui/forms/field.tsx';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { IconButton, SmallButton } from '../../../ui/small-button.tsx';
import { fieldClass, groupProps, toText } from './field-props.ts';

/** A list whose items have several fields: a line for each item, a box for each field. */
export function RecordsInput(control: FieldControl) {
  const { name, schema, value, error, disabled, onChange } = control;
  const items: FormValues[] = Array.isArray(value) ? value.map((item) => (isRecord(item) ? item : {})) : [];
  const fields = Object.entries(schema.items?.properties ?? {});
  const title = schema.items?.title ?? 'Item';
  return (
    <div {...groupProps(control)} className="grid gap-3">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two items may be the same
        <div key={index} className="flex flex-wrap items-end gap-2">
          {fields.map(([key, field]) => (
            <Field
              key={key}
              id={`${control.id}-${index}-${key}`}
              label={field.title ?? key}
              size="small"
              className="min-w-36 flex-1"
            >
              {({ id }) => (
                <input
                  id={id}
                  name={`${name}.${key}`}
                  type={field.type === 'number' || field.type === 'integer' ? 'number' : 'text'}
                  step={field.type === 'integer' ? 1 : 'any'}
                  min={field.minimum}
                  max={field.maximum}
                  aria-label={`${title} ${index + 1}: ${field.title ?? key}`}
                  aria-invalid={error !== undefined || undefined}
                  disabled={disabled}
                  value={toText(item[key])}
                  onChange={({ target }) =>
                    onChange(items.with(index, { ...item, [key]: parseInput(field, target.value) }))
                  }
                  className={`${fieldClass} min-w-0`}
                />
              )}
            </Field>
          ))}
          <IconButton
            label={`Remove ${title} ${index + 1}`}
            disabled={disabled}
            onClick={() => onChange(items.toSpliced(index, 1))}
          >
            <X aria-hidden="true" className="size-4.5" />
          </IconButton>
        </div>
      ))}
      {!disabled && (
        <SmallButton onClick={() => onChange([...items, {}])} data-focus="" className="justify-self-start">
          <Plus aria-hidden="true" className="size-4" />
          {`Add ${title.toLowerCase()}`}
        </SmallButton>
      )}
    </div>
  );
}
