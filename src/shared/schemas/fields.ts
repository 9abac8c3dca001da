import Type, {
  type TArray,
  type TBoolean,
  type TInteger,
  type TNumber,
  type TString,
  type TUnsafe,
} from 'typebox';
import type { FieldSchema } from '../forms/schema.ts';

type Keywords = Omit<FieldSchema, 'type' | 'enum' | 'items'>;

// Each field is its TypeBox type and our plain one, so a keyword that is misspelt or of the wrong type fails to compile.

export const text = (keywords: Keywords) => Type.String(keywords) as TString & FieldSchema;
export const integer = (keywords: Keywords) => Type.Integer(keywords) as TInteger & FieldSchema;
export const number = (keywords: Keywords) => Type.Number(keywords) as TNumber & FieldSchema;
export const boolean = (keywords: Keywords) => Type.Boolean(keywords) as TBoolean & FieldSchema;

export const list = <Item extends FieldSchema>(items: Item, keywords: Keywords) =>
  Type.Array(items, keywords) as TArray<Item> & FieldSchema;

/** A text that is one of the given values. */
export const choice = <const Value extends string>(values: readonly Value[], keywords: Keywords) =>
  Type.Unsafe<Value>({ type: 'string', enum: values, ...keywords }) as TUnsafe<Value> & FieldSchema;

/** The largest value of a PostgreSQL `integer`. */
export const integerMax = 2_147_483_647;

/** A text that may be left empty and is then stored as ''. */
export const optionalText = (keywords: Keywords) => Type.Optional(text({ default: '', ...keywords }));

/** An http(s) address or a path on this site. */
export const link = (keywords: Keywords) => text({ format: 'uri', maxLength: 2048, ...keywords });

export const optionalLink = (keywords: Keywords) => Type.Optional(link({ default: '', ...keywords }));

export const uuidKey = () => text({ title: 'ID', format: 'uuid', readOnly: true, primaryKey: true });
export const integerKey = (maximum = integerMax) =>
  integer({ title: 'ID', minimum: 1, maximum, readOnly: true, primaryKey: true });

export const position = () =>
  integer({
    title: 'Position',
    description: 'Lower numbers come first',
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
  });

export const moment = (title: string) => text({ title, format: 'date-time', readOnly: true });
