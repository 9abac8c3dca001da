import type { ComponentProps } from 'react';
import { localMoment } from '../../shared/forms/parse-input.ts';
import { type FieldSchema, isMultiline, isSupported } from '../../shared/forms/schema.ts';

interface SchemaFieldProps {
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
const boxClass = 'size-5 shrink-0 accent-gulf';
const boxLabelClass = 'flex min-h-11 items-center gap-3 text-ink';
const titleClass = 'mb-1.5 block font-semibold text-ink';

export function SchemaField(props: SchemaFieldProps) {
  const { id, schema, error } = props;
  return (
    <div>
      {schema.type === 'boolean' ? (
        <Checkbox {...props} />
      ) : schema.type === 'array' ? (
        <CheckboxGroup {...props} />
      ) : (
        <>
          <label htmlFor={id} className={titleClass}>
            <Title {...props} />
          </label>
          <Widget {...props} />
        </>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

function Title({ name, schema, required }: SchemaFieldProps) {
  return (
    <>
      {schema.title ?? name}
      {required && (
        <span aria-hidden="true" className="text-danger">
          {' '}
          *
        </span>
      )}
    </>
  );
}

const fieldMessage = ({ id, error }: SchemaFieldProps) => ({
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': error ? `${id}-error` : undefined,
});

function Checkbox(props: SchemaFieldProps) {
  const { id, name, value, required, onChange } = props;
  return (
    <label htmlFor={id} className={boxLabelClass}>
      <input
        {...fieldMessage(props)}
        id={id}
        name={name}
        type="checkbox"
        aria-required={required}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
        className={boxClass}
      />
      <span className="font-semibold">
        <Title {...props} />
      </span>
    </label>
  );
}

function CheckboxGroup(props: SchemaFieldProps) {
  const { id, name, schema, value, error, onChange } = props;
  const choices = (schema.items?.enum ?? []).map(String);
  const checked = Array.isArray(value) ? value.map(String) : [];
  const toggled = (choice: string) =>
    choices.filter((one) => (one === choice ? !checked.includes(one) : checked.includes(one)));
  return (
    <fieldset id={id} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={titleClass}>
        <Title {...props} />
      </legend>
      {choices.map((choice, index) => (
        <label key={choice} className={boxLabelClass}>
          <input
            name={name}
            type="checkbox"
            value={choice}
            checked={checked.includes(choice)}
            onChange={() => onChange(toggled(choice))}
            className={boxClass}
          />
          {schema.items?.enumNames?.[index] ?? choice}
        </label>
      ))}
    </fieldset>
  );
}

const inputTypes: Record<string, string> = { email: 'email', date: 'date', 'date-time': 'datetime-local' };

function Widget(props: SchemaFieldProps) {
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
  if (isMultiline(name, schema)) {
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
