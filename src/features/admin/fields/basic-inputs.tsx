import { parseInput } from '../../../shared/forms/parse-input.ts';
import { Choice } from '../../../ui/forms/choice.tsx';
import { MarkedLabel } from '../../../ui/forms/field.tsx';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { RichTextEditor } from '../../../ui/rich-text/lazy-editor.tsx';
import { useImagePicker } from '../../media/library/use-image-picker.tsx';
import { fieldTitle } from '../schema/field-kind.ts';
import { formatValue } from '../schema/format-value.ts';
import { fieldProps, type InputControl, isMarked, toText } from './field-props.ts';

export function ReadOnlyInput(control: FieldControl) {
  const { name, schema, value } = control;
  return <input {...fieldProps(control)} type="text" disabled value={formatValue(name, schema, value)} />;
}

export function SelectInput(control: InputControl) {
  const { schema, value, onChange } = control;
  const options = schema.enum ?? [];
  return (
    <select
      {...fieldProps(control)}
      value={toText(value)}
      onChange={({ target }) =>
        onChange(options.find((option) => String(option) === target.value) ?? (target.value || null))
      }
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

/** A box with its title; a field that is no boolean but named like one holds `1` or `0`, `true` or `false`. */
export function CheckboxInput(control: FieldControl) {
  const { schema, value, onChange } = control;
  const toStored = (checked: boolean) => {
    if (schema.type === 'boolean') return checked;
    return schema.type === 'string' ? String(checked) : Number(checked);
  };
  return (
    <Choice
      {...fieldProps(control)}
      type="checkbox"
      checked={value === true || value === 'true' || value === 1}
      onChange={(event) => onChange(toStored(event.target.checked))}
      className="font-semibold sm:mt-7"
    >
      <span>
        <MarkedLabel isMarked={isMarked(control)}>{fieldTitle(control.name, schema)}</MarkedLabel>
      </span>
    </Choice>
  );
}

export function TextareaInput(control: FieldControl) {
  const { schema, value, onChange } = control;
  return (
    <textarea
      {...fieldProps(control)}
      rows={schema.rows ?? 4}
      cols={schema.cols}
      value={toText(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** One line of text; a `url` also takes paths on this site, which browsers would reject if the form let them. */
export function TextInput({ type, ...control }: InputControl & { type: 'text' | 'email' | 'url' }) {
  const { schema, value, onChange } = control;
  return (
    <input
      {...fieldProps(control)}
      type={type}
      autoComplete="off"
      value={toText(value)}
      onChange={(event) => onChange(parseInput(schema, event.target.value))}
    />
  );
}

export function NumberInput(control: InputControl) {
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
    />
  );
}

export function RichTextInput({ id, value, required, error, disabled, onChange }: FieldControl) {
  const { pickImage, picker } = useImagePicker();
  return (
    <>
      <RichTextEditor
        id={id}
        labelledBy={`${id}-label`}
        value={toText(value)}
        required={required}
        error={error}
        disabled={disabled}
        onChange={onChange}
        pickImage={pickImage}
      />
      {picker}
    </>
  );
}
