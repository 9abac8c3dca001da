import type {
  TArray,
  TBoolean,
  TInteger,
  TNumber,
  TObject,
  TOptional,
  TSchema,
  TString,
  TUnsafe,
} from 'typebox';
import type { FieldSchema, TableFormSchema } from './schema.ts';

type Keywords = Omit<FieldSchema, 'type' | 'enum' | 'items'>;

// Each field is plain JSON, and has its TypeBox type as well as ours: `Static<typeof schema>` is the type of the values, a
// keyword that is misspelt or of the wrong type fails to compile, and nothing has to be loaded to read a schema.

const field = <Type>(schema: FieldSchema) => schema as Type & FieldSchema;

export const text = (keywords: Keywords) => field<TString>({ type: 'string', ...keywords });
export const integer = (keywords: Keywords) => field<TInteger>({ type: 'integer', ...keywords });
export const number = (keywords: Keywords) => field<TNumber>({ type: 'number', ...keywords });
export const boolean = (keywords: Keywords) => field<TBoolean>({ type: 'boolean', ...keywords });

export const list = <Item extends FieldSchema & TSchema>(items: Item, keywords: Keywords) =>
  field<TArray<Item>>({ type: 'array', items, ...keywords });

/** One of a few texts, which are part of its type. */
type Choice<Value> = TUnsafe<Value> & Omit<FieldSchema, 'enum'> & { enum: Value[] };

export const choice = <const Value extends string>(values: readonly Value[], keywords: Keywords) =>
  field({ type: 'string', enum: values, ...keywords }) as Choice<Value>;

/** TypeBox's own mark, which JSON does not carry: the form that holds the field does not require it. */
const mark = '~optional';

export const optional = <Field extends FieldSchema>(schema: Field) =>
  Object.defineProperty({ ...schema }, mark, { value: true }) as Field & TOptional;

const requiredFields = (properties: Record<string, object>): string[] =>
  Object.keys(properties).filter((name) => !Object.hasOwn(properties[name] ?? {}, mark));

export const form = <Fields extends Record<string, FieldSchema>>(properties: Fields, texts: FieldText) =>
  ({
    type: 'object',
    required: requiredFields(properties),
    properties,
    ...texts,
  }) as unknown as TObject<Fields> & FieldText & { required: string[] };

type FieldText = { title: string; description: string };

export const table = <Fields extends Record<string, FieldSchema>>(
  properties: Fields,
  keywords: Omit<TableFormSchema, 'type' | 'required' | 'properties'>,
) =>
  form(properties, keywords) as TObject<Fields> &
    Omit<TableFormSchema, 'properties' | 'required'> & { required: string[] };

/** The largest value of a PostgreSQL `integer`. */
export const integerMax = 2_147_483_647;

/** A text that may be left empty and is then stored as ''. */
export const optionalText = (keywords: Keywords) => optional(text({ default: '', ...keywords }));

/** An http(s) address or a path on this site. */
export const link = (keywords: Keywords) => text({ format: 'uri', maxLength: 2048, ...keywords });

export const optionalLink = (keywords: Keywords) => optional(link({ default: '', ...keywords }));

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

/** A time of day on a 24-hour clock: `16:00`. */
export const clockTime = (keywords: Keywords) =>
  text({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', minLength: 5, maxLength: 5, ...keywords });

export const moment = (title: string, keywords: Keywords = {}) =>
  text({ title, format: 'date-time', readOnly: true, ...keywords });

/** An amount of money in the smallest unit of the currency. */
export const cents = (keywords: Keywords) => integer({ minimum: 0, maximum: 10_000_000, ...keywords });

/** A percentage with up to three decimals. */
export const percent = (keywords: Keywords) => number({ minimum: 0, maximum: 100, ...keywords });

export const date = (keywords: Keywords) => text({ format: 'date', ...keywords });

/** The home a row belongs to. */
export const propertyId = (keywords: Keywords = {}) =>
  text({ title: 'Property', format: 'uuid', references: 'properties', ...keywords });

/** The home a row belongs to; left empty, it is for all. */
export const anyProperty = () => optional(propertyId({ description: 'Left empty, it holds for all homes' }));

/** Some days of the week. */
export const weekdayList = (keywords: Keywords) =>
  list(
    choice(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], {
      title: 'Day',
      enumNames: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    }),
    keywords,
  );

/** The items of a list that say several things at once; each is to be filled in. Stored as `jsonb`. */
export const record = <Fields extends Record<string, FieldSchema & TSchema>>(
  properties: Fields,
  keywords: Keywords,
) => field<TObject<Fields>>({ type: 'object', properties, ...keywords });
