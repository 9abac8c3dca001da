import Type, { type TSchema } from 'typebox';
import { AppError, type FieldErrors } from '../../shared/errors.ts';
import { isNight } from '../../shared/forms/formats.ts';
import { parseQueryParams } from '../../shared/http/query-params.ts';
import { isRecord } from '../../shared/is-record.ts';
import { canonicalEmail } from '../../shared/text/email.ts';
import { unstorableFields } from '../../shared/text/storable.ts';
import { isUuid } from '../../shared/uuid.ts';

/* The fields of bodies and queries: each is declared once, with its check, type, description and error message. */

/** One field of a body or a query. */
export interface Field<Parsed, Sent = Parsed> {
  schema: TSchema;
  isOptional: boolean;
  /** The message for an invalid value; for an object, the messages of its fields. */
  error(value: unknown): string | FieldErrors | null;
  /** Parses a valid value. */
  parse(value: unknown): Parsed;
  /** `parse` removes characters that cannot be stored, instead of rejecting the value. */
  isCleaned?: boolean;
  /** For types alone: the value as the client sends it. */
  sent?: Sent;
}

/** Builds a field whose values pass `isValid`. @param message rejects all others */
export const field = <Parsed, Sent = Parsed>(
  schema: TSchema,
  message: string,
  isValid: (value: unknown) => boolean,
  parse: (value: Sent) => Parsed = (value) => value as unknown as Parsed,
): Field<Parsed, Sent> => ({
  schema,
  isOptional: false,
  error: (value) => (isValid(value) ? null : message),
  parse: (value) => parse(value as Sent),
});

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
  <Parsed, Sent>({
    error,
    parse,
    ...field
  }: Field<Parsed, Sent>): Field<Parsed | undefined, Sent | Nothing | undefined> => ({
    ...field,
    isOptional: true,
    error: (value) => (value === undefined || value === nothing ? null : error(value)),
    parse: (value) => (value === undefined || value === nothing ? undefined : parse(value)),
  });

/** Lets a filter of a query be empty or left out. */
export const filter = noneFor('');

/** Lets a field be left out or be null, which is the same. */
export const nullable = noneFor(null);

/** Adds the description of a field for `/api/docs`. */
export const described = <Parsed, Sent>(
  description: string,
  field: Field<Parsed, Sent>,
): Field<Parsed, Sent> => ({ ...field, schema: { ...field.schema, description } });

const isText = (value: unknown): value is string => typeof value === 'string';

/** Lengths count Unicode code points, as JSON Schema does. */
const isUpTo = (value: unknown, maxLength: number): value is string =>
  isText(value) && (value.length <= maxLength || [...value.trim()].length <= maxLength);

/** A text that may be empty; parsed without the white space around it. */
export const text = (
  label: string,
  maxLength: number,
  message = `${label} is a text of at most ${maxLength} characters`,
) =>
  field<string>(
    Type.String({ maxLength }),
    message,
    (value) => isUpTo(value, maxLength),
    (value) => value.trim(),
  );

/** A text with something in it; parsed without the white space around it. */
export const filledText = (message: string, maxLength: number, tooLong = message): Field<string> => ({
  ...text('', maxLength),
  schema: Type.String({ minLength: 1, maxLength }),
  error(value) {
    if (!isText(value) || value.trim() === '') return message;
    return isUpTo(value, maxLength) ? null : tooLong;
  },
});

export const slug = (message: string) =>
  field<string>(Type.String({ minLength: 1 }), message, (value) => isText(value) && value !== '');

/** A date `YYYY-MM-DD`. */
export const date = (label: string) =>
  field<string>(
    Type.String({ format: 'date', description: 'YYYY-MM-DD, at the homes' }),
    `${label} must be a valid date`,
    isNight,
  );

/** An amount in minor units. */
export const cents = (message: string, minimum = 0, maximum = Number.MAX_SAFE_INTEGER) =>
  described('In minor units of the currency', wholeNumber(message, minimum, maximum));

export const wholeNumber = (message: string, minimum = 0, maximum = Number.MAX_SAFE_INTEGER) =>
  field<number>(
    Type.Integer({ minimum, ...(maximum < Number.MAX_SAFE_INTEGER && { maximum }) }),
    message,
    (value) => Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum,
  );

const maxCount = 999;

/** A whole number of people, pets or nights. */
export const count = (label: string, minimum: number) =>
  wholeNumber(`${label} must be a whole number, ${minimum} or more`, minimum, maxCount);

export const flag = (message: string) =>
  field<boolean>(Type.Boolean(), message, (value) => typeof value === 'boolean');

export const choice = <const Value extends string>(
  values: readonly Value[],
  message = `Must be one of ${values.join(', ')}`,
) =>
  field<Value>(Type.Enum([...values]), message, (value) => isText(value) && values.includes(value as Value));

export const uuid = (message: string) =>
  field<string>(
    Type.String({ format: 'uuid' }),
    message,
    (value) => isText(value) && isUuid(value),
    (value) => value.toLowerCase(),
  );

/** An e-mail address in its canonical form. */
export const email = (message = 'Email is not a valid email') =>
  field<string>(
    Type.String({ format: 'email' }),
    message,
    (value) => isText(value) && canonicalEmail(value) !== null,
    (value) => canonicalEmail(value) as string,
  );

/** A whole number in a query. */
export const wholeNumberText = (message: string, minimum: number, maximum: number) =>
  field<number, string>(
    Type.Integer({ minimum, maximum }),
    message,
    (value) =>
      isText(value) &&
      /^(0|[1-9]\d{0,14})$/.test(value) &&
      Number(value) >= minimum &&
      Number(value) <= maximum,
    Number,
  );

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

const firstMessage = (fields: FieldErrors): AppError =>
  new AppError('invalid', Object.values(fields)[0] ?? 'The request is not valid.', { fields });

/** Describes a JSON body by its fields. */
export function body<F extends Fields>(
  fields: F,
  { check = () => ({}), ignored = [], noObject, toError = firstMessage }: Rules<ParsedFields<F>> = {},
): Shape<ParsedFields<F>, SentFields<F>> {
  const named = Object.entries(fields);
  const isRead = (name: string): boolean =>
    Object.hasOwn(fields, name) || (ignored !== 'unknown' && !ignored.includes(name));
  const schema = Type.Object(
    Object.fromEntries(
      named.map(([name, { schema, isOptional }]) => [name, isOptional ? Type.Optional(schema) : schema]),
    ),
    ignored.length > 0 ? {} : { additionalProperties: false },
  );
  function parse(input: unknown): ParsedFields<F> {
    if (noObject !== undefined && !isRecord(input)) throw new AppError('invalid', noObject);
    const sent = isRecord(input) ? filterNames(input, isRead) : {};
    // Without a prototype, so that an unknown field `__proto__` is seen.
    const errors: FieldErrors = Object.assign(
      Object.create(null),
      unstorableFields(filterNames(sent, (name) => !fields[name]?.isCleaned)),
    );
    const values: Record<string, unknown> = {};
    for (const [name, { error, parse }] of named) {
      const problem = error(sent[name]);
      if (typeof problem === 'string') errors[name] = problem;
      else if (problem) Object.assign(errors, problem);
      const value = problem ? undefined : parse(sent[name]);
      if (value !== undefined) values[name] = value;
    }
    for (const name of Object.keys(sent)) {
      if (!Object.hasOwn(fields, name)) errors[name.slice(0, maxEchoLength)] = 'There is no such field';
    }
    for (const [name, problem] of Object.entries(check(values as Partial<ParsedFields<F>>, errors))) {
      if (problem !== undefined) errors[name] = problem;
    }
    if (Object.keys(errors).length > 0) throw toError(errors);
    if (!isRecord(input)) throw new AppError('invalid', 'Please send a JSON object.');
    return values as ParsedFields<F>;
  }
  return { schema: schema as Shape<unknown>['schema'], parse };
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
