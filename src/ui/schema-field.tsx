import type { ComponentProps } from 'react';
import { type FieldSchema, isMultiline } from '../shared/forms/schema.ts';

interface SchemaFieldProps {
  /** Unique on the page; the input's id. */
  id: string;
  name: string;
  schema: FieldSchema;
  value: unknown;
  required: boolean;
  error?: string;
  disabled?: boolean;
  /** Attributes that the schema does not know, such as `autoComplete`. */
  input?: ComponentProps<'input'>;
  onChange(raw: string | boolean | string[]): void;
}

const inputClass =
  'w-full min-h-12 rounded-xl border border-driftwood/70 bg-white px-4 py-2.5 text-base text-ink placeholder:text-slate/70 disabled:bg-sand aria-invalid:border-danger';

/** One field of a schema-driven form: its label, its widget, and its message. */
export function SchemaField(props: SchemaFieldProps) {
  const { id, name, schema, required, error } = props;
  const label = schema.title ?? name;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-ink">
        {label}
        {required && (
          <span aria-hidden="true" className="text-danger">
            {' '}
            *
          </span>
        )}
      </label>
      <Widget {...props} />
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

function Widget({ id, name, schema, value, required, error, disabled, input, onChange }: SchemaFieldProps) {
  const common = {
    id,
    name,
    disabled,
    'aria-required': required,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    className: inputClass,
  };
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
  if (isMultiline(name, schema)) {
    return (
      <textarea
        {...common}
        rows={schema.rows ?? 4}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <input
      {...common}
      {...input}
      type={schema.format === 'email' || schema.format === 'date' ? schema.format : 'text'}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
