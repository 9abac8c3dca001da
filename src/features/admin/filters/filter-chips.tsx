import { X } from 'lucide-react';
import type { RowPage } from '../calls/contract.server.ts';
import { useRowLabel } from '../calls/queries.ts';
import { type Condition, isSameFilter, operatorLabels } from '../query/filter.ts';
import { fieldKind, fieldTitle } from '../schema/field-kind.ts';
import { enumLabel, formatValue } from '../schema/format-value.ts';
import type { TableForm } from '../schema/table.ts';

interface FilterChipsProps {
  schema: TableForm;
  conditions: readonly Condition[];
  labels: RowPage['labels'];
  change(edit: (conditions: Condition[]) => Condition[]): void;
  edit(condition: Condition): void;
}

export function FilterChips({ schema, conditions, labels, change, edit }: FilterChipsProps) {
  if (conditions.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-2 text-sm">
      {conditions.map((condition) => (
        <Chip
          key={`${condition.field} ${condition.operator}`}
          schema={schema}
          condition={condition}
          labels={labels}
          edit={() => edit(condition)}
          remove={() => change((current) => current.filter((one) => !isSameFilter(one, condition)))}
        />
      ))}
      <li>
        <button
          type="button"
          onClick={() => change(() => [])}
          className="min-h-8 px-1 font-semibold text-gulf underline"
        >
          Clear all
        </button>
      </li>
    </ul>
  );
}

interface ChipProps {
  schema: TableForm;
  condition: Condition;
  labels: RowPage['labels'];
  edit(): void;
  remove(): void;
}

function Chip({ schema, condition, labels, edit, remove }: ChipProps) {
  const { field: name, value } = condition;
  const table = typeof value === 'string' ? schema.properties[name]?.references : undefined;
  const id = String(value);
  // The rows in view come with their labels; a filter that leaves no row has none.
  const label = useRowLabel(table, id, labels[name]?.[id]);
  const text = describeCondition(schema, condition, table ? { ...labels, [name]: { [id]: label } } : labels);
  return (
    <li className="flex max-w-full items-center rounded-full border border-glass bg-mist pl-1">
      <button
        type="button"
        title="Change this filter"
        onClick={edit}
        className="min-h-8 min-w-0 rounded-full px-2 text-left wrap-anywhere text-deep hover:text-gulf hover:underline"
      >
        {text}
      </button>
      <button
        type="button"
        aria-label={`Remove the filter ${text}`}
        onClick={remove}
        className="grid size-8 shrink-0 place-items-center rounded-full text-slate hover:bg-white hover:text-deep"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}

/** `Price is at least $175.00`. */
function describeCondition(schema: TableForm, condition: Condition, labels: RowPage['labels']): string {
  const { field: name, operator, value } = condition;
  const field = schema.properties[name];
  const title = fieldTitle(name, field);
  if (!field) return `${title} ${operator} ${String(value)}`;
  if (operator === 'isNull') return `${title} is ${value === false ? 'not ' : ''}empty`;
  const format = (item: unknown) =>
    labels[name]?.[String(item)] ??
    (field.items ? enumLabel(field.items, item) : formatValue(name, field, item));
  const operand = Array.isArray(value) ? value.map(format).join(', ') : format(value);
  return `${title} ${operatorLabels(operator, fieldKind(name, field))} ${operand}`;
}
