import type { Column } from '../../../db/tables.server.ts';
import { isDate } from '../../../shared/dates.ts';
import { isDateTime } from '../../../shared/forms/formats.ts';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { isUuid } from '../../../shared/uuid.ts';

export type SqlType = 'bigint' | 'numeric' | 'boolean' | 'date' | 'timestamptz' | 'uuid' | 'text';

const byFormat: Record<string, SqlType> = { date: 'date', 'date-time': 'timestamptz', uuid: 'uuid' };

/** Maps a field to the type its values are compared in; for a list, that of its items. */
export function toSqlType(field: FieldSchema): SqlType {
  switch (field.type) {
    case 'array':
      return field.items ? toSqlType(field.items) : 'text';
    case 'integer':
      return 'bigint';
    case 'number':
      return 'numeric';
    case 'boolean':
      return 'boolean';
    default:
      return byFormat[field.format ?? ''] ?? 'text';
  }
}

/**
 * The SQL by which rows are sorted and found empty: a blank text counts as null.
 * @param from the name of its table and a dot
 */
export const emptyAsNull = (
  { field, sql, isOptional }: Pick<Column, 'field' | 'sql' | 'isOptional'>,
  from = '',
): string => {
  const isText = field.type !== 'array' && toSqlType(field) === 'text';
  return isText && isOptional ? `nullif(${from}${sql}, '')` : `${from}${sql}`;
};

const integerMax = 2_147_483_647;
const textMaxLength = 10_000;
const unstorable = /[\0\p{Surrogate}]/u;

const isStorableText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= textMaxLength && !unstorable.test(value);

const typeChecks: Record<SqlType, { accepts: (value: unknown) => boolean; problem: string }> = {
  bigint: { accepts: Number.isSafeInteger, problem: 'must be a whole number' },
  numeric: { accepts: Number.isFinite, problem: 'must be a number' },
  boolean: { accepts: (value) => typeof value === 'boolean', problem: 'must be true or false' },
  date: { accepts: (value) => typeof value === 'string' && isDate(value), problem: 'must be a valid date' },
  timestamptz: {
    accepts: (value) => typeof value === 'string' && (isDateTime(value) || isDate(value)),
    problem: 'must be a valid date',
  },
  uuid: { accepts: (value) => typeof value === 'string' && isUuid(value), problem: 'is not valid' },
  text: { accepts: isStorableText, problem: 'must be a text' },
};

/** Says why a value cannot be compared with a field, as the end of a sentence; else null. */
export function valueError(field: FieldSchema, value: unknown): string | null {
  const { accepts, problem } = typeChecks[toSqlType(field)];
  if (!accepts(value)) return problem;
  const isSmall = field.type === 'integer' && (field.maximum ?? integerMax) <= integerMax;
  const isOutside = isSmall && ((value as number) > integerMax || (value as number) < -integerMax - 1);
  return isOutside ? `must be from ${-integerMax - 1} to ${integerMax}` : null;
}

export const arrayText = (values: readonly unknown[]): string =>
  `{${values.map((value) => `"${String(value).replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
