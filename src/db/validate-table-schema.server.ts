import { namedFormats, patternFormats } from '../shared/forms/formats.ts';
import { type FieldSchema, type TableFormSchema, tableGroups } from '../shared/forms/schema.ts';
import { matchesPattern, validateField } from '../shared/forms/validate.ts';
import { isRecord } from '../shared/is-record.ts';

/** T-72 */
export const schemaLimits = { depth: 8, properties: 500, choices: 1_000, text: 10_000 };

export interface SchemaProblem {
  place: string;
  reason: string;
}

type Check = (value: unknown) => string | null;

const is =
  (accepts: (value: unknown) => boolean, reason: string): Check =>
  (value) =>
    accepts(value) ? null : reason;

const text = is(
  (value) => typeof value === 'string' && value !== '' && value.length <= schemaLimits.text,
  'must be a text',
);
const flag = is((value) => typeof value === 'boolean', 'must be true or false');
const number = is(Number.isFinite, 'must be a number');
const count = is((value) => Number.isInteger(value) && (value as number) >= 0, 'must be a whole number');
const choices =
  (...types: string[]): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length === 0) return 'must be a list that holds something';
    if (value.length > schemaLimits.choices) return `has more than ${schemaLimits.choices} entries`;
    if (!value.every((one) => types.includes(typeof one))) return `may hold only ${types.join(' or ')}`;
    return new Set(value).size === value.length ? null : 'holds something twice';
  };
const pattern: Check = (value) => {
  if (text(value) !== null) return 'must be a text';
  try {
    matchesPattern(value as string, '');
    return null;
  } catch {
    return 'is not a regular expression';
  }
};

const formats = new Set([...namedFormats.keys(), ...patternFormats.keys(), 'textarea']);
const types = new Set(['boolean', 'array', 'string', 'number', 'integer', 'object']);

const fieldKeywords: Record<string, Check> = {
  title: text,
  description: text,
  minimum: number,
  maximum: number,
  minLength: count,
  maxLength: count,
  readOnly: flag,
  primaryKey: flag,
  multiline: flag,
  indexed: flag,
  searchable: flag,
  rows: count,
  cols: count,
  references: text,
  unit: is((value) => value === 'cents', 'must be cents'),
  pattern,
  type: is((value) => types.has(value as string), `must be one of ${[...types].join(', ')}`),
  format: is((value) => formats.has(value as string), `must be one of ${[...formats].join(', ')}`),
  enum: choices('string', 'number'),
  enumNames: choices('string'),
  items: is(isRecord, 'must be an object'),
  properties: is(isRecord, 'must be an object'),
  default: () => null,
};

const tableKeywords: Record<string, Check> = {
  title: text,
  description: text,
  order: number,
  group: is(
    (value) => (tableGroups as readonly unknown[]).includes(value),
    `must be one of ${tableGroups.join(', ')}`,
  ),
  label: text,
  fromGuests: flag,
  deleteNote: text,
  draftNote: text,
  hasEffect: flag,
  sortedBy: choices('string'),
  requiredGroup: is(
    (value) => isRecord(value) && choices('string')(value.fields) === null && text(value.message) === null,
    'must have fields and a message',
  ),
  type: is((value) => value === 'object', 'must be object'),
  preview: is((value) => typeof value === 'string' && /^\/(?!\/)/.test(value), 'must be a path on this site'),
  required: (value) => (Array.isArray(value) && value.length === 0 ? null : choices('string')(value)),
  verbs: (value) => {
    const allowed = ['create', 'update', 'delete'];
    const isFine =
      isRecord(value) &&
      Object.entries(value).every(([verb, may]) => allowed.includes(verb) && flag(may) === null);
    return isFine ? null : `may say true or false of ${allowed.join(', ')}`;
  },
  properties: is(isRecord, 'must be an object'),
};

/** Returns the first thing wrong with a table's schema, or null. @param names of all tables */
export function schemaError(schema: unknown, names: readonly string[]): SchemaProblem | null {
  if (!isRecord(schema)) return { place: '', reason: 'must be exported as default' };
  if (isDeeperThan(schema, schemaLimits.depth)) return { place: '', reason: 'is nested too deeply' };
  const problem = keywordProblem(schema, tableKeywords, '');
  if (problem) return problem;
  for (const name of ['title', 'description', 'properties']) {
    if (schema[name] === undefined) return { place: name, reason: 'is missing' };
  }
  const fields = Object.entries(schema.properties as object);
  if (fields.length > schemaLimits.properties) {
    return { place: 'properties', reason: `has more than ${schemaLimits.properties} fields` };
  }
  for (const [name, field] of fields) {
    const wrong = columnProblem(name) ?? fieldProblem(name, field, names);
    if (wrong) return { ...wrong, place: ['properties', name, wrong.place].filter(Boolean).join('.') };
  }
  return crossFieldProblem(schema as TableFormSchema);
}

function keywordProblem(
  value: Record<string, unknown>,
  checks: Record<string, Check>,
  place: string,
): SchemaProblem | null {
  for (const [keyword, setting] of Object.entries(value)) {
    const reason = Object.hasOwn(checks, keyword) ? checks[keyword]?.(setting) : 'is not a keyword of ours';
    if (reason) return { place: [place, keyword].filter(Boolean).join('.'), reason };
  }
  return null;
}

function columnProblem(name: string): SchemaProblem | null {
  if (/^[a-z][a-z0-9_]{0,62}$/.test(name)) return null;
  return { place: '', reason: 'must be named like a column: lower-case letters, digits and underscores' };
}

function fieldProblem(name: string, field: unknown, names: readonly string[]): SchemaProblem | null {
  if (!isRecord(field)) return { place: '', reason: 'must be an object' };
  const problem = keywordProblem(field, fieldKeywords, '');
  if (problem) return problem;
  const { type, items, minimum, maximum, minLength, maxLength, ...rest } = field as FieldSchema;
  if (type === undefined) return { place: 'type', reason: 'is missing' };
  if (type === 'array') {
    if (items === undefined) return { place: 'items', reason: 'is missing' };
    if (items.type === 'array') return { place: 'items', reason: 'may not be lists themselves' };
    const wrong = items.type === 'object' ? recordProblem(items, names) : fieldProblem(name, items, names);
    if (wrong) return { ...wrong, place: `items.${wrong.place}` };
  } else if (items !== undefined) return { place: 'items', reason: 'is for lists' };
  if (type === 'object')
    return { place: 'type', reason: 'must be one of the plain types: object is for items' };
  if (rest.properties !== undefined) return { place: 'properties', reason: 'are for items of type object' };
  if ((minimum ?? 0) > (maximum ?? Infinity)) return { place: 'minimum', reason: 'is above maximum' };
  if ((minLength ?? 0) > (maxLength ?? Infinity)) return { place: 'minLength', reason: 'is above maxLength' };
  if (rest.enumNames && rest.enumNames.length !== rest.enum?.length) {
    return { place: 'enumNames', reason: 'must name each choice' };
  }
  if (rest.references !== undefined && !names.includes(rest.references)) {
    return { place: 'references', reason: `names no table: ${rest.references}` };
  }
  if (rest.unit && type !== 'integer') return { place: 'unit', reason: 'is for whole numbers' };
  if (rest.searchable && type !== 'string') return { place: 'searchable', reason: 'is for texts' };
  const wrong =
    rest.default === undefined ? null : validateField(name, field as FieldSchema, rest.default, false);
  return wrong === null ? null : { place: 'default', reason: `does not fit: ${wrong}` };
}

/** The items of a list that say several things at once: each is a plain value. */
function recordProblem({ properties = {}, type: _, ...rest }: FieldSchema, names: readonly string[]) {
  const problem = keywordProblem(rest, fieldKeywords, '');
  if (problem) return problem;
  if (Object.keys(properties).length === 0) return { place: 'properties', reason: 'are missing' };
  for (const [name, field] of Object.entries(properties)) {
    const wrong =
      field.type === 'array'
        ? { place: 'type', reason: 'may not be a list' }
        : (columnProblem(name) ?? fieldProblem(name, field, names));
    if (wrong) return { ...wrong, place: ['properties', name, wrong.place].filter(Boolean).join('.') };
  }
  return null;
}

function crossFieldProblem({
  properties,
  required = [],
  label,
  preview,
  sortedBy = [],
  requiredGroup,
}: TableFormSchema): SchemaProblem | null {
  const keys = Object.keys(properties).filter((name) => properties[name]?.primaryKey);
  const { id } = properties;
  if (keys.length === 0) return { place: 'properties', reason: 'has no primary key' };
  if (keys.length > 1 || keys[0] !== 'id')
    return { place: `properties.${keys.at(-1)}`, reason: 'is the primary key: that must be id alone' };
  if (id?.type !== 'integer' && id?.format !== 'uuid')
    return { place: 'properties.id', reason: 'must be a whole number or a UUID' };
  const named = { required, sortedBy, requiredGroup: requiredGroup?.fields ?? [] };
  for (const [place, names] of Object.entries(named)) {
    const unknown = names.find((name) => !Object.hasOwn(properties, name));
    if (unknown !== undefined) return { place, reason: `names no field: ${unknown}` };
  }
  if (label !== undefined && !Object.hasOwn(properties, label))
    return { place: 'label', reason: `names no field: ${label}` };
  const [, shown] =
    [...(preview ?? '').matchAll(/\{(.*?)\}/g)].find(([, name]) => !properties[name ?? '']) ?? [];
  return shown === undefined ? null : { place: 'preview', reason: `names no field: ${shown}` };
}

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1)));
