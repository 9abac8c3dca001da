import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { inputClass } from '../../../ui/small-button.tsx';
import { DateField } from '../fields/date-input.tsx';
import { toText } from '../fields/field-props.ts';
import { RowComboBox } from '../fields/row-combobox.tsx';
import { fieldKind } from '../schema/field-kind.ts';
import type { Operator } from '../schema/table.ts';

interface FilterValueInputProps {
  id: string;
  name: string;
  field: FieldSchema;
  operator: Operator;
  value: unknown;
  /** @param value undefined while there is none */
  change(value: unknown): void;
}

const inputProps = ({ id }: { id: string }) => ({ id, className: `${inputClass} w-full min-w-0` });

/** The value of a filter, entered as the kind of its field asks for. `{id}-label` names it. */
export function FilterValueInput(props: FilterValueInputProps) {
  const { id, name, field, operator, value, change } = props;
  const kind = fieldKind(name, field);
  const choices = (field.type === 'array' ? field.items : field)?.enum;
  if (operator === 'isNull' || kind === 'boolean') return <YesNoSelect {...props} />;
  if (choices && operator === 'in') return <ChoiceBoxes {...props} />;
  if (choices) return <ChoiceSelect {...props} />;
  if (kind === 'number' || kind === 'money' || field.type === 'integer' || field.items?.type === 'integer')
    return (
      <input
        {...inputProps(props)}
        type="number"
        step={field.type === 'number' ? 'any' : 1}
        placeholder={kind === 'money' ? 'In cents' : undefined}
        value={toText(value)}
        onChange={(event) => change(event.target.value === '' ? undefined : Number(event.target.value))}
      />
    );
  const control = { id, name, value, schema: { ...field, description: undefined } };
  const optional = { required: false, disabled: false, isSmall: true };
  if (kind === 'date' || kind === 'moment')
    return <DateField {...control} {...optional} onChange={(date) => change(date || undefined)} />;
  if (kind === 'reference')
    return <RowComboBox {...control} {...optional} onChange={(row) => change(row ?? undefined)} />;
  return (
    <input
      {...inputProps(props)}
      type="text"
      value={toText(value)}
      onChange={(event) => change(event.target.value || undefined)}
    />
  );
}

const yesNo = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

const YesNoSelect = (props: FilterValueInputProps) => (
  <Select {...props} options={yesNo} change={(chosen) => props.change(chosen && chosen === 'true')} />
);

function ChoiceSelect(props: FilterValueInputProps) {
  const { field, change } = props;
  const { enum: choices = [], enumNames } = (field.type === 'array' ? field.items : field) ?? {};
  const options = choices.map(
    (choice, index) => [String(choice), enumNames?.[index] ?? String(choice)] as const,
  );
  return (
    <Select
      {...props}
      options={options}
      change={(chosen) => change(choices.find((choice) => String(choice) === chosen))}
    />
  );
}

interface SelectProps extends Pick<FilterValueInputProps, 'id' | 'value'> {
  options: readonly (readonly [value: string, label: string])[];
  change(value: string | undefined): void;
}

const Select = ({ id, value, options, change }: SelectProps) => (
  <select
    {...inputProps({ id })}
    value={toText(value)}
    onChange={(event) => change(event.target.value || undefined)}
  >
    <option value="">Select an option</option>
    {options.map(([option, label]) => (
      <option key={option} value={option}>
        {label}
      </option>
    ))}
  </select>
);

function ChoiceBoxes({ field, value, change }: FilterValueInputProps) {
  const checked: unknown[] = Array.isArray(value) ? value : [];
  const choices = field.enum ?? [];
  function toggle(toggled: string | number) {
    const next = choices.filter((choice) => checked.includes(choice) !== (choice === toggled));
    change(next.length > 0 ? next : undefined);
  }
  return (
    <fieldset className="flex flex-wrap gap-x-4">
      <legend className="unseen">Value</legend>
      {choices.map((choice, index) => (
        <label key={choice} className="flex min-h-10 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={checked.includes(choice)}
            onChange={() => toggle(choice)}
            className="size-4.5 accent-gulf"
          />
          {field.enumNames?.[index] ?? choice}
        </label>
      ))}
    </fieldset>
  );
}
