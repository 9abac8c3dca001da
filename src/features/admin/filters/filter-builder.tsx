import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { smallButtonClass } from '../../../ui/small-button.tsx';
import { type Condition, operatorLabels, operatorsFor } from '../query/filter.ts';
import { fieldKind, fieldTitle } from '../schema/field-kind.ts';
import type { Operator, TableForm } from '../schema/table.ts';
import { FilterValueInput } from './filter-value-input.tsx';

interface FilterBuilderProps {
  schema: TableForm;
  /** The condition to change; null for a new one. */
  initial: Condition | null;
  add(condition: Condition): void;
}

export function FilterBuilder({ schema, initial, add }: FilterBuilderProps) {
  const id = useId();
  const [field, setField] = useState(initial?.field ?? '');
  const [chosen, setChosen] = useState<Operator | undefined>(initial?.operator);
  const [value, setValue] = useState(initial?.value);
  const fieldSchema = schema.properties[field];
  const listOperators = (name: string, one: FieldSchema) =>
    operatorsFor(name, one, schema.required.includes(name));
  const operators = fieldSchema ? listOperators(field, fieldSchema) : [];
  const operator = chosen && operators.includes(chosen) ? chosen : operators[0];

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!operator || value === undefined) return;
        add({ field, operator, value });
        setValue(undefined);
      }}
      aria-label="Filter"
      className="grid items-end gap-3 rounded-xl border border-dune bg-sand/60 p-3 sm:grid-cols-[repeat(3,minmax(0,1fr))_auto]"
    >
      <Field id={`${id}-field`} label="Field" size="small">
        {(control) => (
          <select
            {...control}
            value={field}
            onChange={(event) => {
              setField(event.target.value);
              setChosen(undefined);
              setValue(undefined);
            }}
          >
            <option value="">Choose a field</option>
            {Object.entries(schema.properties)
              .filter(([name, one]) => listOperators(name, one).length > 0)
              .map(([name, one]) => (
                <option key={name} value={name}>
                  {fieldTitle(name, one)}
                </option>
              ))}
          </select>
        )}
      </Field>
      <Field id={`${id}-operator`} label="Condition" size="small">
        {(control) => (
          <select
            {...control}
            value={operator ?? ''}
            disabled={!fieldSchema}
            onChange={(event) => {
              setChosen(event.target.value as Operator);
              setValue(undefined);
            }}
            className={`${control.className} disabled:bg-sand`}
          >
            {fieldSchema &&
              operators.map((one) => (
                <option key={one} value={one}>
                  {operatorLabels(one, fieldKind(field, fieldSchema))}
                </option>
              ))}
          </select>
        )}
      </Field>
      <Field id={`${id}-value`} label="Value" size="small">
        {(control) =>
          fieldSchema && operator ? (
            <FilterValueInput
              id={control.id}
              name={field}
              field={fieldSchema}
              operator={operator}
              value={value}
              change={setValue}
            />
          ) : (
            <input {...control} disabled className={`${control.className} bg-sand`} />
          )
        }
      </Field>
      <button type="submit" disabled={!operator || value === undefined} className={smallButtonClass('plain')}>
        <Plus aria-hidden="true" className="size-4" />
        Add filter
      </button>
    </form>
  );
}
