import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createApi } from '../src/api.ts';
import { parseSettings } from '../src/env.server.ts';
import type { Platform } from '../src/platform/context.server.ts';
import { routes } from '../src/platform/openapi/document.server.ts';
import { AppError } from '../src/shared/errors.ts';
import { isRecord } from '../src/shared/is-record.ts';
import type { Schema } from './described-calls.ts';
import { requiredEnv } from './settings.ts';

/* Every contract in memory: a value that the schema of a field does not allow is rejected, and the field named. */

const platform = { settings: parseSettings(requiredEnv), log: pino({ level: 'silent' }) };
const calls = routes(createApi(platform as unknown as Platform));

/** Their fields are checked by a table's or a form's schema, or by the action, or are dropped where they do not fit. */
const checkedLater =
  /tables|forms\/submit|purchase-detail|\/blog|\/views|csp-reports|(page|limit|propertyId|waitlist.* email|notify.* email|website|elapsedMs|set|delete)$/;

interface Contract {
  name: string;
  schema: Schema;
  isQuery: boolean;
  parse(input: unknown): unknown;
}

const contracts = calls.flatMap(({ method, path, shapes = {} }) =>
  Object.entries(shapes).flatMap(([kind, shape]): Contract[] => {
    const isQuery = kind === 'query';
    const parse = (input: unknown) =>
      shape.parse(
        isQuery ? `https://site.example/?${new URLSearchParams(input as Record<string, string>)}` : input,
      );
    const schema = (shape?.schema ?? { anyOf: [] }) as Schema;
    return (schema.anyOf ?? [schema]).map((variant) => ({
      name: `${method} ${path} ${kind}`,
      schema: variant,
      isQuery,
      parse,
    }));
  }),
);

/** Values that a schema does not allow; in a query all of them are texts. */
function wrongValues({ type, ...schema }: Schema & { pattern?: string }, isQuery: boolean): unknown[] {
  if (schema.anyOf || schema.const !== undefined || schema.properties) return [7];
  if (schema.enum) return isQuery ? ['no-such-choice', 'constructor'] : ['no-such-choice', 7, ['x']];
  if (type === 'boolean') return ['yes'];
  if (type === 'array') return ['x', Array((schema.maxItems ?? 0) + 1).fill({})];
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
    const limits = [minimum - 1, maximum + 1, 1.5];
    return isQuery
      ? [...limits.map(String), 'x', '1e3', '+1', ' 1', '0x1', '9'.repeat(20)]
      : ['1', ...limits];
  }
  return [
    ...(isQuery ? [] : [7, ['x']]),
    ...(schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength + 1)]),
    ...(schema.minLength && !isQuery ? [''] : []),
    ...(schema.format || schema.pattern ? ['?'] : []),
    ...(schema.format === 'date' ? ['2027-02-30', '2027-6-1', '2027-06-01T00:00:00Z'] : []),
  ];
}

/** Distinguishes the variants of a body. */
const variantOf = ({ properties = {} }: Schema) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { enum: values }]) =>
      values?.length === 1 ? [[name, values[0]]] : [],
    ),
  );

/** The names of the fields that are rejected. */
function rejected({ schema, parse }: Contract, input: unknown): string[] {
  try {
    parse(isRecord(input) ? { ...variantOf(schema), ...input } : input);
    return [];
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return Object.keys(error.fields ?? {});
    throw error;
  }
}

const fields = contracts.flatMap((contract) =>
  Object.entries(contract.schema.properties ?? {})
    .filter(([field]) => !checkedLater.test(`${contract.name} ${field}`))
    .map(([field, schema]) => ({
      contract,
      name: contract.name,
      field,
      values: wrongValues(schema, contract.isQuery),
    })),
);

test('the fields of every call are tried', () => {
  expect([contracts.length > 110, fields.length > 190]).toEqual([true, true]);
});

test.each(fields)('$name rejects wrong values of $field', ({ contract, field, values }) => {
  for (const value of values)
    expect([value, rejected(contract, { [field]: value })]).toEqual([value, expect.arrayContaining([field])]);
});

test.each(contracts)('$name names what is missing or unknown, and never fails', (contract) => {
  const { name, schema, isQuery } = contract;
  const missing = (schema.required ?? []).filter((field) => !checkedLater.test(`${name} ${field}`));
  const unknown = schema.additionalProperties === false ? ['surprise'] : [];
  const variant = Object.keys(variantOf(schema));
  if (!isQuery) expect([...variant, ...rejected(contract, {})]).toEqual(expect.arrayContaining(missing));
  expect(rejected(contract, { surprise: '1' })).toEqual(expect.arrayContaining(unknown));
  for (const field of Object.keys(schema.properties ?? {}))
    for (const text of ['\0', '\ud800']) rejected(contract, { [field]: text });
  if (!isQuery) for (const input of [null, [], 'text', 7]) rejected(contract, input);
});
