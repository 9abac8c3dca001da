import type { ComponentProps } from 'react';
import { localMoment } from '../../shared/forms/parse-input.ts';
import { type FieldSchema, isSupported, isTextarea } from '../../shared/forms/schema.ts';
import type { ControlProps } from './field.tsx';

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

const inputTypes: Record<string, string> = { email: 'email', date: 'date', 'date-time': 'datetime-local' };

interface WidgetProps extends SchemaFieldProps {
  control: ControlProps;
}

/** The input, select or textarea of a field. */
export function Widget({ id, name, schema, value, required, input, control, onChange }: WidgetProps) {
  const common = { ...control, name, 'aria-required': required };
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
