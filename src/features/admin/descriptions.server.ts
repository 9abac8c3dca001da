import Type from 'typebox';
import type { Description } from '../../platform/openapi/document.server.ts';
import { formSchema } from '../../shared/forms/form-meta-schema.ts';

// What the API's own pages say about the calls that read tables.

const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const permissions = Type.Object({ create: Type.Boolean(), update: Type.Boolean(), delete: Type.Boolean() });

/** A row, as every call gives it. */
export const rowSchema = {
  type: 'object',
  required: ['id', '_version'],
  properties: {
    id: { type: ['string', 'integer'] },
    _version: { type: 'string', description: 'The state of the row; another one after every write' },
  },
  additionalProperties: true,
  description: 'Every field of the table’s schema; moments are ISO 8601 in UTC',
};

const adminAlone: NonNullable<Description['refusals']> = ['invalid', 'unauthenticated', 'forbidden'];

const selecting: NonNullable<Description['query']> = {
  sort: { schema: text, description: 'field:asc or field:desc; rows that are equal in it follow their ids' },
  filters: {
    schema: text,
    description:
      'A JSON object: {"status":"active"} is equality, {"price":{"gte":100,"lt":500}} uses the operators eq ne gt gte lt lte contains in isNull',
  },
  search: { schema: text, description: 'Each of these words stands in a searchable field' },
};

export const descriptions = {
  schemas: {
    summary: 'The tables that hosts work with',
    answer: Type.Object({
      schemas: Type.Array(
        Type.Object({ tableName: text, title: text, description: text, verbs: permissions }),
      ),
    }),
    refusals: adminAlone,
  },
  schema: {
    summary: 'The schema of one table: its fields with their rules, and what may be done with its rows',
    answer: formSchema,
    refusals: [...adminAlone, 'notFound'],
  },
  list: {
    summary: 'A page of a table’s rows',
    details:
      'total is exact for a whole table and for up to 10,000 rows that fit the filters; above that totalIs says atLeast. labels names the rows that references point to. Unknown fields, operators and parameters are refused by name.',
    query: {
      page: { schema: Type.Integer({ minimum: 1 }), description: 'From 1' },
      limit: {
        schema: Type.Integer({ minimum: 1, maximum: 200 }),
        description: 'Rows on a page, 50 if left out',
      },
      ...selecting,
    },
    answer: Type.Object({
      data: Type.Array(Type.Unsafe(rowSchema)),
      total: count,
      totalIs: Type.Union([Type.Literal('exact'), Type.Literal('atLeast')]),
      labels: Type.Record(text, Type.Record(text, text)),
    }),
    refusals: [...adminAlone, 'notFound'],
  },
  export: {
    summary: 'The rows of a table as CSV (RFC 4180, UTF-8), as they are at one moment',
    details:
      'The same fields, filters and order as the list. Texts that a spreadsheet would take for a formula begin with an apostrophe; lists are JSON. Three exports run at a time.',
    query: selecting,
    answer: { type: 'string', description: 'text/csv' },
    refusals: [...adminAlone, 'notFound', 'tooMany'],
  },
  row: { summary: 'One row', answer: rowSchema, refusals: [...adminAlone, 'notFound'] },
} satisfies Record<string, Description>;
