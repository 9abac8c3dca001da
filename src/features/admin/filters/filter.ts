import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { type FieldKind, fieldKind } from '../schema/field-kind.ts';
import { type Operator, operators } from '../schema/table.ts';

/** One line of the filter builder; a field has at most one condition per operator. */
export interface Condition {
  field: string;
  operator: Operator;
  value: unknown;
}

const compared: Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'isNull'];
const named: Operator[] = ['eq', 'ne', 'in', 'isNull'];
const offered: Partial<Record<FieldKind, Operator[]>> = {
  boolean: ['eq', 'isNull'],
  number: compared,
  money: compared,
  date: compared,
  moment: ['gt', 'lt', 'gte', 'lte', 'isNull'],
  choice: named,
  reference: ['eq', 'ne', 'isNull'],
  list: ['contains'],
  id: ['eq', 'ne'],
};

/** What can be asked of a field, the most likely first. A field that is never empty is not asked whether it is. */
export function operatorsFor(name: string, field: FieldSchema, required: boolean): Operator[] {
  const all = offered[fieldKind(name, field)] ?? offeredByType(field);
  const isNullable = !required && field.default === undefined && !field.primaryKey;
  return all.filter((operator) => operator !== 'isNull' || isNullable);
}

const offeredByType = (field: FieldSchema): Operator[] =>
  field.type === 'array' ? ['contains'] : ['contains', 'eq', 'ne', 'isNull'];

const words: Record<Operator, string> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  contains: 'contains',
  in: 'is one of',
  isNull: 'is empty',
};
const timeOperatorLabels: Partial<Record<Operator, string>> = {
  gt: 'is after',
  gte: 'is on or after',
  lt: 'is before',
  lte: 'is on or before',
};
const dateTimeOperatorLabels: Partial<Record<Operator, string>> = {
  gte: 'is at or after',
  lte: 'is at or before',
};

/** An operator in plain words, which differ for times. */
export function operatorLabels(operator: Operator, kind: FieldKind): string {
  const own =
    kind === 'moment'
      ? { ...timeOperatorLabels, ...dateTimeOperatorLabels }
      : kind === 'date'
        ? timeOperatorLabels
        : {};
  return own[operator] ?? words[operator];
}

/** The conditions of a `filters` text; what is none of ours is left out, and a text that is no JSON has none. */
export function parseFilters(filters: string | null): Condition[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(filters ?? '{}');
  } catch {
    return [];
  }
  if (!isRecord(parsed)) return [];
  return Object.entries(parsed).flatMap(([field, asked]) =>
    isRecord(asked)
      ? Object.entries(asked)
          .filter(([operator]) => (operators as readonly string[]).includes(operator))
          .map(([operator, value]) => ({ field, operator: operator as Operator, value }))
      : [{ field, operator: 'eq' as const, value: asked }],
  );
}

/** The `filters` text of conditions, '' for none; of two with the same field and operator the later one counts. */
export function serializeFilters(conditions: readonly Condition[]): string {
  if (conditions.length === 0) return '';
  const filters: Record<string, Record<string, unknown>> = Object.create(null);
  for (const { field, operator, value } of conditions) {
    filters[field] = { ...filters[field], [operator]: value };
  }
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(filters).map(([field, asked]) => {
        const [first, ...more] = Object.entries(asked);
        return [field, first?.[0] === 'eq' && more.length === 0 ? first[1] : asked];
      }),
    ),
  );
}
