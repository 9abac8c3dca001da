import Type, { type TSchema } from 'typebox';
import { AppError, type FieldErrors } from '../../shared/errors.ts';
import { parseQueryParams } from '../../shared/http/query-params.ts';
import { isRecord } from '../../shared/is-record.ts';
import { unstorableFields } from '../../shared/text/storable.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import { constant, type Field } from './fields.server.ts';

/* The bodies, queries and headers of calls, made of fields: each has its schema and its parser. */

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
  /**
   * Checks fields against each other.
   * @param errors of single fields, which `values` lacks
   * @returns a message or `undefined` for each field
   */
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
    // The object has no prototype, so that an unknown field `__proto__` is noticed.
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
