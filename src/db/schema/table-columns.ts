import type { Generated } from 'kysely';
import type { Static, TOptional, TSchema } from 'typebox';
import type { ColumnTag } from '../../shared/forms/field-builders.ts';
import type { Moment } from './column-types.ts';

/** The types of columns: moments are dates, and an optional column without a default may be null. */
type ColumnValue<Field> =
  Field extends ColumnTag<'moment'>
    ? Field extends TOptional
      ? Date | null
      : Moment
    : Field extends ColumnTag<'defaulted' | 'key'>
      ? Generated<StaticValue<Field>>
      : Field extends TOptional
        ? StaticValue<Field> | null
        : StaticValue<Field>;

type StaticValue<Field> = Field extends TSchema ? Static<Field> : never;

/** The type of a field's value, such as one of its choices. */
export type FieldValue<
  Schema extends { properties: object },
  Name extends keyof Schema['properties'],
> = StaticValue<Schema['properties'][Name]>;

/**
 * The columns of a table that hosts manage, from its schema (`shared/schemas`).
 * @template Own what the schema does not say: columns that no form shows, and those that are stored in another way
 */
export type TableColumns<Schema extends { properties: object }, Own = unknown> = {
  [Name in keyof Omit<Schema['properties'], keyof Own>]: ColumnValue<Schema['properties'][Name]>;
} & Own;
