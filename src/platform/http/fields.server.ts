import Type, { type TSchema } from 'typebox';
import type { FieldErrors } from '../../shared/errors.ts';
import { cleanText } from '../../shared/text/clean-text.ts';
import { canonicalEmail } from '../../shared/text/email.ts';
import {
  clockSchema,
  dateSchema,
  idSchema,
  momentSchema,
  orNull,
} from '../../shared/value-schemas.server.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import { schemaCheck } from './check-schema.server.ts';

/*
 * The fields of bodies and queries. Each is declared once, as a schema whose rules have messages; `shapes.server.ts`
 * joins them.
 */

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

/**
 * Messages by the schema keyword that a value violates; the first violated keyword counts. `wrong` is the message of
 * all other keywords.
 */
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
  /** 1 if there is a message for a missing text. */
  min?: number;
  /** The message for a value that is no text, or too short. */
  missing?: string;
  tooLong?: string;
  /** Normalizes the text before it is checked; by default, it is trimmed. */
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
    Type.String(withoutUndefined({ minLength: min > 0 ? min : undefined, maxLength: max })),
    { wrong: missing ?? tooLong, maxLength: tooLong },
    { clean },
  );
}

/** A text written by people, without invisible characters (`cleanText`). */
export const cleanedText = (
  label: string,
  { clean = (text) => text, ...limits }: TextLimits,
): Field<string> => ({
  ...text(label, { ...limits, clean: (text) => clean(cleanText(text)) }),
  isCleaned: true,
});

/** An unchanged text. @param message for an empty one */
export const slug = (message: string) => field<string>(Type.String({ minLength: 1 }), message);

/** Any text, such as an id whose existence is checked later. */
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
    // A blank text counts as missing; an invalid address stays unchanged, with its line breaks.
    { clean: (text) => canonicalEmail(text) ?? (text.trim() && text) },
  );

/** A whole number in a query. */
export const wholeNumberText = (message: string, minimum: number, maximum: number) =>
  field<number, string>(Type.Integer({ minimum, maximum }), message, {
    clean: (text) => (/^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text),
  });

/** A value that is dropped if the schema does not accept it. */
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

/** A text that is checked by the action, or by the schema of the table it names; a value that is no text becomes `without`. */
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
  /** The message for equal items; without it they are allowed. */
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
