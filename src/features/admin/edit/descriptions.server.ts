import Type from 'typebox';
import type { Description } from '../../../platform/openapi/document.server.ts';
import { rowSchema } from '../descriptions.server.ts';

// What the API's own pages say about the calls that write tables.

const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const row = Type.Unsafe<object>(rowSchema);
const rowId = Type.Union([Type.String(), Type.Integer()]);
const success = Type.Literal(true);
const input = {
  type: 'object',
  description: 'A value for each field that is set; keys, read-only fields and unknown names are left out',
  properties: {
    _version: { type: 'string', description: 'The version that was read, if it must still be there' },
  },
  additionalProperties: true,
};
const change = Type.Object({
  before: Type.Unknown({ description: 'null where there was no row' }),
  after: Type.Unknown({ description: 'null where there is no row' }),
});
const view = Type.Object({ id: text, table: text, name: text, query: text });
const viewInput = Type.Object({
  table: text,
  name: Type.String({ minLength: 1, maxLength: 60 }),
  query: Type.String({ description: "The search part of the list's address", maxLength: 8_000 }),
});
const ids = Type.Array(rowId, { minItems: 1, maxItems: 1_000 });

const adminAlone: NonNullable<Description['refusals']> = ['invalid', 'unauthenticated', 'forbidden'];
const onRow: NonNullable<Description['refusals']> = [...adminAlone, 'notFound'];
const onBody: NonNullable<Description['refusals']> = [...onRow, 'tooLarge', 'unsupportedType'];
const page: Description['query'] = {
  page: { schema: Type.Integer({ minimum: 1 }), description: 'From 1' },
  limit: {
    schema: Type.Integer({ minimum: 1, maximum: 200 }),
    description: 'Entries on a page, 50 if left out',
  },
};

export const writeDescriptions = {
  create: {
    summary: 'Adds a row',
    ...{ body: input, answer: row, status: 201, refusals: [...onBody, 'conflict'] },
  },
  update: {
    summary: 'Changes a row',
    details:
      'Fields that are left out keep their value. With _version, or If-Match, the change is made only if nobody changed the row since; else 409 with the present row as current.',
    headers: { 'If-Match': { schema: text, description: 'The _version that was read' } },
    ...{ body: input, answer: row, refusals: [...onBody, 'conflict'] },
  },
  remove: {
    summary: 'Deletes a row; it lies in the trash for 30 days',
    answer: Type.Object({ success, trashId: text }),
    refusals: [...onRow, 'conflict'],
  },
  bulk: {
    summary: 'Sets the same values in up to 1,000 rows, or deletes them: all of them or none',
    body: Type.Union([
      Type.Object({ ids, set: Type.Object({}, { additionalProperties: true }) }),
      Type.Object({ ids, delete: success }),
    ]),
    answer: Type.Object({ changed: count, trashIds: Type.Optional(Type.Array(text)) }),
    refusals: [...onBody, 'conflict'],
  },
  import: {
    summary: 'Adds and changes rows from CSV: all of them or none',
    details:
      'Line 1 names the columns, by field or by title. A row with the id of a stored one changes it. At most 5 MB and 10,000 rows. Without commit=true it only says what would happen.',
    query: { commit: { schema: Type.Boolean(), description: 'Whether to write', required: false } },
    answer: Type.Object({
      ...{ rows: count, creates: count, updates: count, errorCount: count },
      unknownColumns: Type.Array(text),
      ignoredColumns: Type.Array(text, { description: 'Known, but not for hosts to set' }),
      errors: Type.Array(
        Type.Object({ line: Type.Integer({ minimum: 1 }), field: Type.Optional(text), message: text }),
        { description: 'The first 200' },
      ),
      preview: Type.Array(Type.Unknown(), { description: 'The first 20 rows as they would be' }),
    }),
    refusals: onBody,
  },
  history: {
    summary: 'Who changed what when in a row, the newest first',
    query: page,
    answer: Type.Object({
      data: Type.Array(
        Type.Object({ id: text, action: text, at: text, by: text, changes: Type.Record(text, change) }),
      ),
    }),
    refusals: onRow,
  },
  restoreVersion: {
    summary: 'Makes a row what it was before or after an entry of its history',
    query: {
      side: {
        schema: Type.Union([Type.Literal('before'), Type.Literal('after')]),
        description: 'after, if left out',
        required: false,
      },
    },
    ...{ answer: row, refusals: onRow },
  },
  trash: {
    summary: 'Deleted rows that can still be had back, the newest first',
    query: { table: { schema: text, description: 'Of this table; of all, if left out' }, ...page },
    answer: Type.Object({
      data: Type.Array(
        Type.Object({
          ...{ trashId: text, table: text, rowId, label: text },
          ...{ deletedAt: text, deletedBy: text, expiresAt: text },
        }),
      ),
      total: count,
    }),
    refusals: onRow,
  },
  restore: {
    summary: 'Brings a row back from the trash, with the references that others lost to it',
    answer: Type.Object({ row }),
    refusals: [...onRow, 'conflict'],
  },
  restoreMany: {
    summary: 'Brings up to 1,000 rows back from the trash: all of them or none',
    body: Type.Object({ trashIds: Type.Array(text, { minItems: 1, maxItems: 1_000 }) }),
    answer: Type.Object({ restored: count }),
    refusals: [...onBody, 'conflict'],
  },
  views: {
    summary: 'The saved lists of a table',
    query: { table: { schema: text, description: 'Its name', required: true } },
    ...{ answer: Type.Object({ data: Type.Array(view) }), refusals: onRow },
  },
  saveView: {
    summary: 'Saves a list for all hosts; a table can have 50',
    ...{ body: viewInput, answer: view, status: 201, refusals: [...onBody, 'conflict'] },
  },
  changeView: { summary: 'Renames or changes a saved list', body: viewInput, answer: view, refusals: onBody },
  removeView: {
    summary: 'Deletes a saved list',
    ...{ answer: Type.Object({ success }), refusals: onRow },
  },
} satisfies Record<string, Description>;
