import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { NumberInput, SelectInput, TextInput } from '../fields/basic-inputs.tsx';
import { DateInput } from '../fields/date-input.tsx';
import { ChoicesInput } from '../fields/list-input.tsx';
import { MoneyInput } from '../fields/money-input.tsx';
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

const yesNo: FieldSchema = { type: 'string', enum: ['true', 'false'], enumNames: ['Yes', 'No'] };

/** The value of a filter, entered like its field, but without the limits of a stored value. `{id}-label` names it. */
export function FilterValueInput({ id, name, field, operator, value, change }: FilterValueInputProps) {
  const kind = fieldKind(name, field);
  const item = (field.type === 'array' && field.items) || field;
  const schema = { ...item, description: undefined, minimum: undefined, maximum: undefined };
  const common = { id, name, schema, value, required: false, disabled: false, isSmall: true };
  const control = {
    ...common,
    onChange: (next: unknown) => change(next === '' || next === null ? undefined : next),
  };
  if (operator === 'isNull' || kind === 'boolean')
    return (
      <SelectInput
        {...common}
        schema={yesNo}
        onChange={(chosen) => change(chosen ? chosen === 'true' : undefined)}
      />
    );
  if (schema.enum && operator === 'in')
    return (
      <ChoicesInput
        {...common}
        schema={{ type: 'array', items: schema }}
        onChange={(chosen) => change((chosen as unknown[]).length > 0 ? chosen : undefined)}
      />
    );
  if (schema.enum) return <SelectInput {...control} />;
  if (kind === 'money') return <MoneyInput {...control} placeholder="175.00" />;
  if (kind === 'number' || schema.type === 'integer') return <NumberInput {...control} />;
  if (kind === 'date' || kind === 'moment') return <DateInput {...control} />;
  if (kind === 'reference') return <RowComboBox {...control} />;
  return <TextInput {...control} type="text" />;
}
