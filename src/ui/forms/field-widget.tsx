import type { ComponentProps } from 'react';
import { localMoment } from '../../shared/forms/parse-input.ts';
import { type FieldSchema, isSupported, isTextarea } from '../../shared/forms/schema.ts';

export interface SchemaFieldProps {
  id: string;
  name: string;
  schema: FieldSchema;
  value: unknown;
  required: boolean;
  error?: string;
  input?: ComponentProps<'input'>;
  onChange(raw: string | boolean | string[]): void;
}

const inputClass =
  'w-full min-h-12 rounded-xl border border-driftwood/70 bg-white px-4 py-2.5 text-base text-ink placeholder:text-slate/70 disabled:bg-sand aria-invalid:border-danger';

export const fieldMessage = ({ id, error }: SchemaFieldProps) => ({
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': error ? `${id}-error` : undefined,
});

const inputTypes: Record<string, string> = { email: 'email', date: 'date', 'date-time': 'datetime-local' };

export function Widget(props: SchemaFieldProps) {
  const { id, name, schema, value, required, input, onChange } = props;
  const common = { ...fieldMessage(props), id, name, 'aria-required': required, className: inputClass };
  const text = value === undefined || value === null ? '' : String(value);
  if (schema.type === 'number' || schema.type === 'integer') {
    return (
      <input
        {...common}
        {...input}
        type="number"
        inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
        step={schema.type === 'integer' ? 1 : 'any'}
        min={schema.minimum}
        max={schema.maximum}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  if (!isSupported(schema)) return <p id={id}>{`unsupported field type: ${schema.type}`}</p>;
  if (schema.enum) {
    return (
      <select {...common} value={text} onChange={(event) => onChange(event.target.value)}>
        <option value="">Select an option</option>
        {schema.enum.map((option, index) => (
          <option key={option} value={option}>
            {schema.enumNames?.[index] ?? option}
          </option>
        ))}
      </select>
    );
  }
  if (isTextarea(schema)) {
    return (
      <textarea
        {...common}
        rows={schema.rows ?? 4}
        cols={schema.cols}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <input
      {...common}
      {...input}
      type={inputTypes[schema.format ?? ''] ?? input?.type ?? 'text'}
      value={schema.format === 'date-time' ? localMoment(text) : text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
