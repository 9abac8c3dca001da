import { localMoment, parseInput } from '../../../shared/forms/parse-input.ts';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { inputClass } from '../../../ui/small-button.tsx';
import { ReferencePicker } from '../references/row-combobox.tsx';
import { fieldKind } from '../schema/field-kind.ts';
import type { Operator } from '../schema/table.ts';

interface FilterValueProps {
  id: string;
  name: string;
  field: FieldSchema;
  operator: Operator;
  value: unknown;
  change(value: unknown): void;
}

const yesNo = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

/** What a field is compared with, typed in as its kind wants it. */
export function FilterValue({ id, name, field, operator, value, change }: FilterValueProps) {
  const kind = fieldKind(name, field);
  const text = value === undefined || value === null ? '' : String(value);
  const common = { id, className: `${inputClass} w-full min-w-0` };
  if (operator === 'isNull' || kind === 'boolean') {
    return (
      <Choices
        {...common}
        text={text}
        options={yesNo}
        change={(chosen) => change(chosen && chosen === 'true')}
      />
    );
  }
  const choices = (field.type === 'array' ? field.items : field)?.enum;
  if (choices && operator === 'in') {
    return <Several field={field} value={value} change={change} />;
  }
  if (choices) {
    const names = (field.type === 'array' ? field.items : field)?.enumNames;
    const options = choices.map(
      (choice, index) => [String(choice), names?.[index] ?? String(choice)] as const,
    );
    return (
      <Choices
        {...common}
        text={text}
        options={options}
        change={(chosen) => change(choices.find((choice) => String(choice) === chosen))}
      />
    );
  }
  if (kind === 'number' || kind === 'money' || field.type === 'integer' || field.items?.type === 'integer') {
    return (
      <input
        {...common}
        type="number"
        step={field.type === 'number' ? 'any' : 1}
        placeholder={kind === 'money' ? 'In cents' : undefined}
        value={text}
        onChange={(event) => change(event.target.value === '' ? undefined : Number(event.target.value))}
      />
    );
  }
  if (kind === 'date' || kind === 'moment') {
    return (
      <input
        {...common}
        type={kind === 'date' ? 'date' : 'datetime-local'}
        value={kind === 'date' ? text : localMoment(text)}
        onChange={(event) => change(parseInput(field, event.target.value) || undefined)}
      />
    );
  }
  if (kind === 'reference') {
    return (
      <ReferencePicker
        {...{ id, name, value }}
        schema={{ ...field, description: undefined }}
        required={false}
        disabled={false}
        onChange={(chosen) => change(chosen ?? undefined)}
        isTool
      />
    );
  }
  return (
    <input
      {...common}
      type="text"
      value={text}
      onChange={(event) => change(event.target.value || undefined)}
    />
  );
}

interface ChoicesProps {
  id: string;
  className: string;
  text: string;
  options: readonly (readonly [value: string, words: string])[];
  change(chosen: string | undefined): void;
}

const Choices = ({ text, options, change, ...common }: ChoicesProps) => (
  <select {...common} value={text} onChange={(event) => change(event.target.value || undefined)}>
    <option value="">Select an option</option>
    {options.map(([value, words]) => (
      <option key={value} value={value}>
        {words}
      </option>
    ))}
  </select>
);

type SeveralProps = Pick<FilterValueProps, 'field' | 'value' | 'change'>;

function Several({ field, value, change }: SeveralProps) {
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  const choices = field.enum ?? [];
  const toggled = (choice: string | number) =>
    choices.filter((one) => (one === choice ? !chosen.includes(one) : chosen.includes(one)));
  return (
    <fieldset className="flex flex-wrap gap-x-4">
      <legend className="unseen">Value</legend>
      {choices.map((choice, index) => (
        <label key={choice} className="flex min-h-10 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={() => {
              const next = toggled(choice);
              change(next.length > 0 ? next : undefined);
            }}
            className="size-4.5 accent-gulf"
          />
          {field.enumNames?.[index] ?? choice}
        </label>
      ))}
    </fieldset>
  );
}
