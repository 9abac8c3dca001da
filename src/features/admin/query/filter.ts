import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { type FieldKind, fieldKind } from '../schema/field-kind.ts';
import { type Operator, operators } from '../schema/table.ts';

export interface Condition {
  field: string;
  operator: Operator;
  value: unknown;
}

/** A field has each operator once: another value takes its place. */
export const isSameFilter = (one: Condition, other: Condition): boolean =>
  one.field === other.field && one.operator === other.operator;

const orderedOperators: Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'isNull'];
const choiceOperators: Operator[] = ['eq', 'ne', 'in', 'isNull'];
const operatorsByKind: Partial<Record<FieldKind, Operator[]>> = {
  boolean: ['eq', 'isNull'],
  number: orderedOperators,
  money: orderedOperators,
  date: orderedOperators,
  moment: ['gt', 'lt', 'gte', 'lte', 'isNull'],
  choice: choiceOperators,
  reference: ['eq', 'ne', 'isNull'],
  list: ['contains'],
  id: ['eq', 'ne'],
};

/**
 * The operators of a field, the most likely first: `isNull` only for one that may be empty, and none besides it for a list of
 * records.
 */
export function operatorsFor(name: string, field: FieldSchema, required: boolean): Operator[] {
  const all: Operator[] = isListOfRecords(field)
    ? ['isNull']
    : (operatorsByKind[fieldKind(name, field)] ?? operatorsByType(field));
  const isNullable = !required && field.default === undefined && !field.primaryKey;
  return all.filter((operator) => operator !== 'isNull' || isNullable);
}

const operatorsByType = (field: FieldSchema): Operator[] =>
  field.type === 'array' ? ['contains'] : ['contains', 'eq', 'ne', 'isNull'];

const isListOfRecords = (field: FieldSchema): boolean => field.items?.type === 'object';

const labels: Record<Operator, string> = {
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

export function operatorLabels(operator: Operator, kind: FieldKind): string {
  const own =
    kind === 'moment'
      ? { ...timeOperatorLabels, ...dateTimeOperatorLabels }
      : kind === 'date'
        ? timeOperatorLabels
        : {};
  return own[operator] ?? labels[operator];
}

/** Parses `filters`, without unknown operators; text that is not JSON has no conditions. */
export function parseFilters(filters: string | null): Condition[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(filters ?? '{}');
  } catch {
    return [];
  }
  if (!isRecord(parsed)) return [];
  return Object.entries(parsed).flatMap(([field, filter]) =>
    isRecord(filter)
      ? Object.entries(filter)
          .filter(([operator]) => (operators as readonly string[]).includes(operator))
          .map(([operator, value]) => ({ field, operator: operator as Operator, value }))
      : [{ field, operator: 'eq' as const, value: filter }],
  );
}

/** Serializes `filters`, '' for none; of two conditions with the same field and operator the later one counts. */
export function serializeFilters(conditions: readonly Condition[]): string {
  if (conditions.length === 0) return '';
  const filters: Record<string, Record<string, unknown>> = Object.create(null);
  for (const { field, operator, value } of conditions) {
    filters[field] = { ...filters[field], [operator]: value };
  }
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(filters).map(([field, filter]) => {
        const [first, ...more] = Object.entries(filter);
        return [field, first?.[0] === 'eq' && more.length === 0 ? first[1] : filter];
      }),
    ),
  );
}
