import Type, { type TSchema } from 'typebox';
import { AppError, type FieldErrors } from '../../shared/errors.ts';
import { parseQueryParams } from '../../shared/http/query-params.ts';
import { isRecord } from '../../shared/is-record.ts';
import { cleanText } from '../../shared/text/clean-text.ts';
import { canonicalEmail } from '../../shared/text/email.ts';
import { unstorableFields } from '../../shared/text/storable.ts';
import {
  clockSchema,
  dateSchema,
  idSchema,
  momentSchema,
  orNull,
} from '../../shared/value-schemas.server.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import { schemaCheck } from './check-schema.server.ts';

/* The fields of bodies and queries: each is declared once, as a schema whose rules have messages. */

/** One field of a body or a query. */
export interface Field<Parsed, Sent = Parsed> {
  schema: TSchema;
  isOptional: boolean;
  /** The message for an invalid value; for an object, the messages of its fields. */
  error(value: unknown): string | FieldErrors | null;
  /** Parses a valid value. */
  parse(value: unknown): Parsed;
  /** Characters that cannot be stored are removed from the value, or it is never stored. */
  isCleaned?: boolean;
  /** The type of the value as the client sends it; no field has such a property. */
  sent?: Sent;
}

/** Messages by the keyword of the schema that a value violates, the first of them first; `wrong` is that of all other keywords. */
export interface Messages {
  wrong: string;
  [keyword: string]: string;
}

interface Conversion<Parsed> {
  /** Converts a text before it is checked. */
  clean?(text: string): unknown;
  /** Converts a checked value. */
  parse?(value: never): Parsed;
  isCleaned?: boolean;
}

/** Builds a field whose values the schema accepts. */
export function field<Parsed, Sent = Parsed>(
  schema: TSchema,
  messages: string | Messages,
  { clean = (text) => text, parse = (value) => value, isCleaned = false }: Conversion<Parsed> = {},
): Field<Parsed, Sent> {
  const violations = schemaCheck(schema);
  const toMessage = messageFor(messages);
  const cleaned = (value: unknown): unknown => (typeof value === 'string' ? clean(value) : value);
  return {
    schema,
    isOptional: false,
    isCleaned,
    error: (value) => toMessage(violations(cleaned(value))),
    parse: (value) => parse(cleaned(value) as never),
  };
}

function messageFor(messages: string | Messages): (violations: string[]) => string | null {
  if (typeof messages === 'string') return ({ length }) => (length === 0 ? null : messages);
  const { wrong, ...others } = messages;
  return (violations) => {
    if (violations.length === 0) return null;
    if (!violations.every((keyword) => Object.hasOwn(others, keyword))) return wrong;
    const first = Object.keys(others).find((keyword) => violations.includes(keyword));
    return others[first ?? ''] ?? wrong;
  };
}

/** Converts what a field parsed. */
export const convertedField = <From, To, Sent>(
  { parse, ...field }: Field<From, Sent>,
  convert: (value: From) => To,
): Field<To, Sent> => ({ ...field, parse: (value) => convert(parse(value)) });

/** Lets a field be left out. */
export function optional<Parsed, Sent>(
  field: Field<Parsed, Sent>,
): Field<Parsed | undefined, Sent | undefined>;
/** Lets a field be left out for a default. */
export function optional<Parsed, Sent>(
  field: Field<Parsed, Sent>,
  without: Parsed,
): Field<Parsed, Sent | undefined>;
export function optional<Parsed, Sent>(
  { error, parse, ...field }: Field<Parsed, Sent>,
  without?: Parsed,
): Field<Parsed | undefined, Sent | undefined> {
  return {
    ...field,
    isOptional: true,
    error: (value) => (value === undefined ? null : error(value)),
    parse: (value) => (value === undefined ? without : parse(value)),
  };
}

const noneFor =
  <Nothing extends '' | null>(nothing: Nothing) =>
  <Parsed, Sent, Without extends Parsed | undefined = undefined>(
    { error, parse, ...field }: Field<Parsed, Sent>,
    without?: Without,
  ): Field<Parsed | Without, Sent | Nothing | undefined> => ({
    ...field,
    isOptional: true,
    error: (value) => (value === undefined || value === nothing ? null : error(value)),
    parse: (value) => (value === undefined || value === nothing ? (without as Without) : parse(value)),
  });

/** Lets a filter of a query be empty or left out. */
export const filter = noneFor('');

/** Lets a field be left out or be null, which is the same. */
export const nullable = noneFor(null);

/** Lets a field be null, which is a value. */
export const orNullField = <Parsed, Sent>({
  schema,
  error,
  parse,
  ...field
}: Field<Parsed, Sent>): Field<Parsed | null, Sent | null> => ({
  ...field,
  schema: orNull(schema),
  error: (value) => (value === null ? null : error(value)),
  parse: (value) => (value === null ? null : parse(value)),
});

/** Adds the description of a field for `/api/docs`. */
export const described = <Parsed, Sent>(
  description: string,
  field: Field<Parsed, Sent>,
): Field<Parsed, Sent> => ({ ...field, schema: { ...field.schema, description } });

interface TextLimits {
  /** Unicode code points, as JSON Schema counts them. */
  max: number;
  /** 1 where there is a message for a missing text. */
  min?: number;
  /** Rejects what is no text or too short. */
  missing?: string;
  tooLong?: string;
  /** What is done to the text before it is checked; by default, the white space around it is removed. */
  clean?(text: string): string;
}

/** A text that may be empty unless it has a message for that; parsed without the white space around it. */
export function text(
  label: string,
  {
    max,
    tooLong = `${label} is a text of at most ${max} characters`,
    missing,
    min = missing === undefined ? 0 : 1,
    clean = (text) => text.trim(),
  }: TextLimits,
): Field<string> {
  return field<string>(
    Type.String({ ...(min > 0 && { minLength: min }), maxLength: max }),
    { wrong: missing ?? tooLong, maxLength: tooLong },
    { clean },
  );
}

/** A text of people, from which invisible characters are removed: `cleanText`. */
export const cleanedText = (
  label: string,
  { clean = (text) => text, ...limits }: TextLimits,
): Field<string> => ({
  ...text(label, { ...limits, clean: (text) => clean(cleanText(text)) }),
  isCleaned: true,
});

/** A text as it is. @param message rejects an empty one */
export const slug = (message: string) => field<string>(Type.String({ minLength: 1 }), message);

/** Any text; whether there is such a thing is found out later. */
export const anyText = (message: string) => field<string>(Type.String(), message);

const nightSchema = Type.String({ ...dateSchema, pattern: '^(19|[2-9])' });

/** The date of a night or a departure, from 1900 on: `YYYY-MM-DD`. */
export const night = (message: string) => field<string>(nightSchema, message);

export const date = (label: string) => night(`${label} must be a valid date`);

/** A date `YYYY-MM-DD`. */
export const day = (message: string) => field<string>(dateSchema, message);

/** A moment with its offset. */
export const moment = (message: string) => field<string>(momentSchema, message);

/** A time of day on a 24-hour clock: `16:00`. */
export const clock = (message: string) => field<string>(clockSchema, message);

export const wholeNumber = (message: string, minimum = 0, maximum = Number.MAX_SAFE_INTEGER) =>
  field<number>(Type.Integer({ minimum, maximum }), message);

/** An amount in minor units. */
export const cents = (message: string, minimum = 0, maximum = Number.MAX_SAFE_INTEGER) =>
  described('In minor units of the currency', wholeNumber(message, minimum, maximum));

const maxCount = 999;

/** A whole number of people, pets or nights. */
export const count = (label: string, minimum: number) =>
  wholeNumber(`${label} must be a whole number, ${minimum} or more`, minimum, maxCount);

export const flag = (message: string) => field<boolean>(Type.Boolean(), message);

/** `true` or `false` in a query. */
export const flagText = (message: string) =>
  field<boolean, 'true' | 'false'>(Type.Boolean(), message, {
    clean: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  });

export const constant = <const Value extends string | number | boolean>(value: Value, message: string) =>
  field<Value>(Type.Literal(value), message);

export const choice = <const Value extends string>(
  values: readonly Value[],
  message = `Must be one of ${values.join(', ')}`,
) => field<Value>(Type.Enum([...values]), message);

export const uuid = (message: string) =>
  field<string>(idSchema, message, { parse: (text: string) => text.toLowerCase() });

/** An e-mail address in its canonical form. @param missing rejects what is no text or empty */
export const email = (message = 'Email is not a valid email', missing = message) =>
  field<string>(
    Type.String({ format: 'email', minLength: 1, maxLength: 254 }),
    { wrong: missing, format: message, maxLength: message },
    // A blank text is missing; any other that is no address stays as it is, with its line breaks.
    { clean: (text) => canonicalEmail(text) ?? (text.trim() && text) },
  );

/** A whole number in a query. */
export const wholeNumberText = (message: string, minimum: number, maximum: number) =>
  field<number, string>(Type.Integer({ minimum, maximum }), message, {
    clean: (text) => (/^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text),
  });

/** A value that is dropped where the schema does not accept it. */
export function lenient<Value>(schema: TSchema): Field<Value | undefined> {
  const violations = schemaCheck(schema);
  return {
    schema,
    isOptional: true,
    isCleaned: true,
    error: () => null,
    parse: (value) => (violations(value).length === 0 ? (value as Value) : undefined),
  };
}

/** A text that the action checks, or the schema of the table that it names; what is no text is `without`. */
export const checkedLater = <Without extends string | undefined>(
  schema: TSchema,
  without: Without,
): Field<string | Without> => ({
  schema,
  isOptional: without === undefined,
  isCleaned: true,
  error: () => null,
  parse: (value) => (typeof value === 'string' ? value : without),
});

interface ListLimits {
  min?: number;
  max?: number;
  /** Rejects an item that another one equals; without it they may. */
  twice?: string;
}

/** A list whose items are fields. @param messages by the keywords of lists, such as `maxItems` */
export function list<Item, Sent>(
  item: Field<Item, Sent>,
  { min = 0, max, twice }: ListLimits,
  messages: string | Messages,
): Field<Item[], Sent[]> {
  const limits = withoutUndefined({ minItems: min > 0 ? min : undefined, maxItems: max });
  const rules = twice === undefined ? limits : { ...limits, uniqueItems: true };
  const violations = schemaCheck(Type.Array(Type.Unknown(), limits));
  const toMessage = messageFor(messages);
  const parse = (value: unknown): Item[] => (value as unknown[]).map(item.parse);
  return {
    schema: Type.Array(item.schema, rules),
    isOptional: false,
    isCleaned: item.isCleaned ?? false,
    error(value) {
      const wrong = toMessage(violations(value));
      if (wrong !== null) return wrong;
      for (const one of value as unknown[]) {
        const problem = item.error(one);
        if (problem !== null) return problem;
      }
      if (twice === undefined) return null;
      const items = parse(value);
      return new Set(items).size < items.length ? twice : null;
    },
    parse,
  };
}

type Fields = Record<string, Field<unknown, unknown>>;

type Flat<T> = { [Name in keyof T]: T[Name] };
/** Makes fields optional whose value may be undefined. */
type Optionals<T> = Flat<
  { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
    [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
  }
>;
type ParsedFields<F> = Optionals<{ [Name in keyof F]: F[Name] extends Field<infer P, infer _> ? P : never }>;
type SentFields<F> = Optionals<{ [Name in keyof F]: F[Name] extends Field<infer _, infer S> ? S : never }>;

export interface Rules<Values> {
  /** Checks fields against each other: a message or `undefined` for each. @param errors of fields alone; these are not in `values` */
  check?(values: Partial<Values>, errors: FieldErrors): Record<string, string | undefined>;
  /** Names that are accepted and dropped with any value; 'unknown': every name that is no field. */
  ignored?: readonly string[] | 'unknown';
  /** The message for a body that is no object; by default, the messages of the missing fields. */
  noObject?: string;
  /** The message of the whole error; by default, that of the first field. */
  toError?(fields: FieldErrors): AppError;
}

/** A body or query: its schema and its parser. */
export interface Shape<Parsed, Sent = Parsed> {
  schema: TSchema & { properties?: Record<string, TSchema>; required?: string[] };
  /** @throws AppError `invalid` with `fields`, also for fields that are unknown */
  parse(input: unknown): Parsed;
  sent?: Sent;
}

export type Parsed<S> = S extends Shape<infer P, infer _> ? P : never;
export type Sent<S> = S extends Shape<infer _, infer T> ? T : never;

const maxEchoLength = 60;

/** Messages for the names that are no fields. */
const unknownFields = (fields: Fields, sent: object): FieldErrors =>
  Object.fromEntries(
    Object.keys(sent)
      .filter((name) => !Object.hasOwn(fields, name))
      .map((name) => [name.slice(0, maxEchoLength), 'There is no such field']),
  );

const firstMessage = (fields: FieldErrors): AppError =>
  new AppError('invalid', Object.values(fields)[0] ?? 'The request is not valid.', { fields });

const objectSchema = (fields: Fields, isClosed: boolean) =>
  Type.Object(
    Object.fromEntries(
      Object.entries(fields).map(([name, { schema, isOptional }]) => [
        name,
        isOptional ? Type.Optional(schema) : schema,
      ]),
    ),
    isClosed ? { additionalProperties: false } : {},
  );

/** Parses the valid fields, and adds the messages of all others to `errors`. */
function readFields(
  fields: Fields,
  sent: Record<string, unknown>,
  errors: FieldErrors,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, { error, parse }] of Object.entries(fields)) {
    const problem = error(sent[name]);
    if (typeof problem === 'string') errors[name] = problem;
    else if (problem) Object.assign(errors, problem);
    const value = problem ? undefined : parse(sent[name]);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Describes a JSON body by its fields. */
export function body<F extends Fields>(
  fields: F,
  { check = () => ({}), ignored = [], noObject, toError = firstMessage }: Rules<ParsedFields<F>> = {},
): Shape<ParsedFields<F>, SentFields<F>> {
  const isRead = (name: string): boolean =>
    Object.hasOwn(fields, name) || (ignored !== 'unknown' && !ignored.includes(name));
  function parse(input: unknown): ParsedFields<F> {
    if (noObject !== undefined && !isRecord(input)) throw new AppError('invalid', noObject);
    const sent = isRecord(input) ? filterNames(input, isRead) : {};
    // Without a prototype, so that an unknown field `__proto__` is seen.
    const errors: FieldErrors = Object.assign(
      Object.create(null),
      unstorableFields(filterNames(sent, (name) => !fields[name]?.isCleaned)),
    );
    const values = readFields(fields, sent, errors);
    Object.assign(errors, unknownFields(fields, sent));
    for (const [name, problem] of Object.entries(check(values as Partial<ParsedFields<F>>, errors))) {
      if (problem !== undefined) errors[name] = problem;
    }
    if (Object.keys(errors).length > 0) throw toError(errors);
    if (!isRecord(input)) throw new AppError('invalid', 'Please send a JSON object.');
    return values as ParsedFields<F>;
  }
  return { schema: objectSchema(fields, ignored.length === 0) as Shape<unknown>['schema'], parse };
}

/**
 * An object inside a body; its error is the first message of its fields.
 * @param wrong rejects what is no object @param unknown rejects other names, which are dropped without it
 */
export const record = <F extends Fields>(
  fields: F,
  wrong: string,
  unknown?: string,
): Field<ParsedFields<F>, SentFields<F>> => ({
  schema: objectSchema(fields, unknown !== undefined),
  isOptional: false,
  error(value) {
    if (!isRecord(value)) return wrong;
    const errors: FieldErrors = {};
    readFields(fields, value, errors);
    const hasUnknown = Object.keys(value).some((name) => !Object.hasOwn(fields, name));
    return Object.values(errors)[0] ?? (hasUnknown ? (unknown ?? null) : null);
  },
  parse: (value) => readFields(fields, value as Record<string, unknown>, {}) as ParsedFields<F>,
});

type ParsedVariants<Name extends string, V> = {
  [Value in keyof V]: Flat<Record<Name, Value> & ParsedFields<V[Value]>>;
}[keyof V];
type SentVariants<Name extends string, V> = {
  [Value in keyof V]: Flat<Record<Name, Value> & SentFields<V[Value]>>;
}[keyof V];

/** An object inside a body with variants, distinguished by one field. @param wrong rejects other values of that field */
export function variants<Name extends string, V extends Record<string, Fields>>(
  name: Name,
  variants: V,
  wrong: string,
): Field<ParsedVariants<Name, V>, SentVariants<Name, V>> {
  const fieldsFor = (value: unknown): Fields | undefined =>
    typeof value === 'string' && Object.hasOwn(variants, value) ? variants[value] : undefined;
  return {
    schema: Type.Union(
      Object.entries(variants).map(([value, fields]) =>
        objectSchema({ [name]: constant(value, wrong), ...fields }, true),
      ),
    ),
    isOptional: false,
    error(sent) {
      const { [name]: value, ...others } = isRecord(sent) ? sent : {};
      const fields = fieldsFor(value);
      if (!fields) return wrong;
      const errors = unknownFields(fields, withoutUndefined(others));
      readFields(fields, others, errors);
      return Object.keys(errors).length > 0 ? errors : null;
    },
    parse(sent) {
      const { [name]: value, ...others } = sent as Record<string, unknown>;
      return { [name]: value, ...readFields(fieldsFor(value) ?? {}, others, {}) } as never;
    },
  };
}

/** The body of a call without one. */
export const noFields = body({});

const filterNames = (values: Record<string, unknown>, isIncluded: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isIncluded(name)));

/** Describes a query, whose values are all texts; each name may occur once. */
export function query<F extends Fields>(
  fields: F,
  rules: Rules<ParsedFields<F>> = {},
): Shape<ParsedFields<F>, SentFields<F>> {
  const { schema, parse } = body(fields, rules);
  const names = Object.keys(fields);
  const toParams = rules.ignored === 'unknown' ? firstParams : parseQueryParams;
  return { schema, parse: (url) => parse(toParams(String(url), names)) };
}

/** The first value of each name. */
const firstParams = (url: string, names: readonly string[]): Record<string, string> => {
  const search = new URL(url).searchParams;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
};

/** The query of a call that has always accepted any parameters, and ignores them. */
export const anyQuery: Shape<object, undefined> = { schema: Type.Object({}), parse: () => ({}) };

/**
 * Describes variants of a body, distinguished by one field.
 * @param variants by the value of that field @param other rejects all other values
 */
export const either = <V extends Record<string, Shape<unknown, unknown>>>(
  name: string,
  variants: V,
  other: Shape<unknown, unknown>,
): Shape<Parsed<V[keyof V]>, Sent<V[keyof V]>> => ({
  schema: Type.Union(Object.values(variants).map(({ schema }) => schema)),
  parse(input) {
    const value = isRecord(input) ? input[name] : undefined;
    const variant = typeof value === 'string' && Object.hasOwn(variants, value) ? variants[value] : undefined;
    return (variant ?? other).parse(input) as Parsed<V[keyof V]>;
  },
});

/** Converts what was parsed. */
export const converted = <From, To, Sent>(
  { schema, parse }: Shape<From, Sent>,
  convert: (values: From) => To,
): Shape<To, Sent> => ({ schema, parse: (input) => convert(parse(input)) });

/** A request header of a call. */
export interface Header<Parsed> {
  schema: TSchema;
  isRequired: boolean;
  description: string;
  parse(value: string | undefined): Parsed;
}

const keyPattern = /^[\x21-\x7e]{1,255}$/;

/** Parses an `Idempotency-Key`. @throws AppError `invalid` for one that is not 1 to 255 visible ASCII characters */
export function parseIdempotencyKey(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (keyPattern.test(value)) return value;
  throw new AppError('invalid', 'The Idempotency-Key header is not valid.', {
    fields: { 'Idempotency-Key': 'Must be 1 to 255 visible ASCII characters' },
  });
}

/** The `Idempotency-Key`, which may be left out. @param description such as 'New for each refund' */
export const idempotencyKey = (description: string): Header<string | null> => ({
  schema: Type.String(),
  isRequired: false,
  description,
  parse: parseIdempotencyKey,
});

/** The `Idempotency-Key` of a call that requires one. @param message rejects a request without it */
export const requiredIdempotencyKey = (description: string, message: string): Header<string> => ({
  schema: Type.String(),
  isRequired: true,
  description,
  parse(value) {
    const key = parseIdempotencyKey(value);
    if (key !== null) return key;
    throw new AppError('invalid', message, { fields: { 'Idempotency-Key': 'Is required' } });
  },
});
