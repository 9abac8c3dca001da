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

/** Tags the type of a field, and nothing at run time, for the column that stores it (`db/schema/table-columns.ts`). */
export interface ColumnTag<Kind extends 'defaulted' | 'moment' | 'key'> {
  '~column': Kind;
}

/** The keywords of a field, with its default in the type. */
type WithDefault<Default> = Keywords & { default?: Default };
type Defaulted<Default> = [unknown] extends [NoInfer<Default>] ? unknown : ColumnTag<'defaulted'>;

// Each field is plain JSON, and has its TypeBox type as well as ours: `Static<typeof schema>` is the type of the values, a
// keyword that is misspelt or of the wrong type fails to compile, and nothing has to be loaded to read a schema.

const field = <Type>(schema: FieldSchema) => schema as Type & FieldSchema;

export const text = <Default>(keywords: WithDefault<Default>) =>
  field<TString & Defaulted<Default>>({ type: 'string', ...keywords });
export const integer = <Default>(keywords: WithDefault<Default>) =>
  field<TInteger & Defaulted<Default>>({ type: 'integer', ...keywords });
export const number = <Default>(keywords: WithDefault<Default>) =>
  field<TNumber & Defaulted<Default>>({ type: 'number', ...keywords });
export const boolean = <Default>(keywords: WithDefault<Default>) =>
  field<TBoolean & Defaulted<Default>>({ type: 'boolean', ...keywords });

export const list = <Item extends FieldSchema & TSchema, Default>(
  items: Item,
  keywords: WithDefault<Default>,
) => field<TArray<Item> & Defaulted<Default>>({ type: 'array', items, ...keywords });

/** One of a few texts, which are part of its type. */
type Choice<Value> = TUnsafe<Value> & Omit<FieldSchema, 'enum'> & { enum: Value[] };

export const choice = <const Value extends string, Default = unknown>(
  values: readonly Value[],
  keywords: WithDefault<Default>,
) => field({ type: 'string', enum: values, ...keywords }) as Choice<Value> & Defaulted<Default>;

/** Marks a field as optional for TypeBox; the mark is not part of the JSON. */
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
export const optionalText = (keywords: Omit<Keywords, 'default'>) =>
  optional(text({ default: '', ...keywords }));

/** An http(s) address or a path on this site. */
export const link = <Default>(keywords: WithDefault<Default>) =>
  text<Default>({ format: 'uri', maxLength: 2048, ...keywords });

export const optionalLink = (keywords: Omit<Keywords, 'default'>) =>
  optional(link({ default: '', ...keywords }));

export const uuidKey = () =>
  field<TString & ColumnTag<'key'>>({
    type: 'string',
    title: 'ID',
    format: 'uuid',
    readOnly: true,
    primaryKey: true,
  });
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
export const clockTime = <Default>(keywords: WithDefault<Default>) =>
  text<Default>({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', minLength: 5, maxLength: 5, ...keywords });

export const dateTime = (keywords: Keywords) =>
  field<TString & ColumnTag<'moment'>>({ type: 'string', format: 'date-time', ...keywords });

export const moment = (title: string, keywords: Keywords = {}) =>
  dateTime({ title, readOnly: true, ...keywords });

/** Whether the seed wrote the row and no host has saved it since. */
export const isExample = () =>
  optional(
    boolean({
      title: 'Example',
      description: 'Comes with the site, and is yours once you save it',
      readOnly: true,
      default: false,
    }),
  );

/** An amount of money in the smallest unit of the currency: $0.00 to $100,000.00 unless the keywords say otherwise. */
export const cents = <Default>(keywords: WithDefault<Default>) =>
  integer<Default>({ unit: 'cents', minimum: 0, maximum: 10_000_000, ...keywords });

/** A percentage with up to three decimals. */
export const percent = <Default>(keywords: WithDefault<Default>) =>
  number<Default>({ minimum: 0, maximum: 100, ...keywords });

export const date = (keywords: Keywords) => text({ format: 'date', ...keywords });

/** The home a row belongs to. */
export const propertyId = (keywords: Keywords = {}) =>
  text({ title: 'Property', format: 'uuid', references: 'properties', ...keywords });

/** The home a row belongs to; left empty, it is for all. */
export const anyProperty = () => optional(propertyId({ description: 'Left empty, it holds for all homes' }));

/** Some days of the week. */
export const weekdayList = <Default>(keywords: WithDefault<Default>) =>
  list(
    choice(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], {
      title: 'Day',
      enumNames: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    }),
    keywords,
  );

/** A list whose items have several fields, all required. Stored as `jsonb`. */
export const record = <Fields extends Record<string, FieldSchema & TSchema>>(
  properties: Fields,
  keywords: Keywords,
) => field<TObject<Fields>>({ type: 'object', properties, ...keywords });
