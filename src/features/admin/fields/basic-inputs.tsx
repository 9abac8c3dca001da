import { localMoment, parseInput } from '../../../shared/forms/parse-input.ts';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { formatValue } from '../schema/format-value.ts';
import { fieldClass, fieldProps, toText } from './field-props.ts';

/** What only the site sets. */
export function ReadOnlyWidget(control: FieldControl) {
  const { name, schema, value } = control;
  return (
    <input
      {...fieldProps(control)}
      type="text"
      disabled
      value={formatValue(name, schema, value)}
      className={fieldClass}
    />
  );
}

export function SelectWidget(control: FieldControl) {
  const { schema, value, onChange } = control;
  const options = schema.enum ?? [];
  return (
    <select
      {...fieldProps(control)}
      value={toText(value)}
      onChange={({ target }) =>
        onChange(options.find((option) => String(option) === target.value) ?? (target.value || null))
      }
      className={fieldClass}
    >
      <option value="">Select an option</option>
      {options.map((option, index) => (
        <option key={option} value={option}>
          {schema.enumNames?.[index] ?? option}
        </option>
      ))}
    </select>
  );
}

const isChecked = (value: unknown): boolean => value === true || value === 'true' || value === 1;

/** A box for yes or no; a field that is no boolean but named like one holds `1` or `0`, `true` or `false`. */
export function CheckboxWidget(control: FieldControl) {
  const { schema, value, onChange } = control;
  const stored = (checked: boolean) => {
    if (schema.type === 'boolean') return checked;
    return schema.type === 'string' ? String(checked) : Number(checked);
  };
  return (
    <input
      {...fieldProps(control)}
      type="checkbox"
      checked={isChecked(value)}
      onChange={(event) => onChange(stored(event.target.checked))}
      className="size-5 shrink-0 accent-gulf"
    />
  );
}

export function TextareaWidget(control: FieldControl) {
  const { schema, value, onChange } = control;
  return (
    <textarea
      {...fieldProps(control)}
      rows={schema.rows ?? 4}
      cols={schema.cols}
      value={toText(value)}
      onChange={(event) => onChange(event.target.value)}
      className={fieldClass}
    />
  );
}

type InputType = 'text' | 'date' | 'datetime-local' | 'email' | 'url';

/** One line of text of some kind; a `url` field also takes paths on this site, which browsers would refuse. */
export function InputWidget({ type, ...control }: FieldControl & { type: InputType }) {
  const { schema, value, onChange } = control;
  return (
    <input
      {...fieldProps(control)}
      type={type}
      autoComplete="off"
      value={type === 'datetime-local' ? localMoment(toText(value)) : toText(value)}
      onChange={(event) => onChange(parseInput(schema, event.target.value))}
      className={fieldClass}
    />
  );
}

export function NumberWidget(control: FieldControl) {
  const { schema, value, onChange } = control;
  return (
    <input
      {...fieldProps(control)}
      type="number"
      inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
      step={schema.type === 'integer' ? 1 : 'any'}
      min={schema.minimum}
      max={schema.maximum}
      value={toText(value)}
      onChange={(event) => onChange(parseInput(schema, event.target.value))}
      className={fieldClass}
    />
  );
}
