import Type, { type Static, type TSchema } from 'typebox';
import { parseRowId, type Table } from '../../../db/tables.server.ts';
import { type Field, field, list, optional } from '../../../platform/http/fields.server.ts';
import { body, type Header, type Sent, type Shape } from '../../../platform/http/shapes.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { type RowId, tableGroups } from '../../../shared/forms/schema.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { successSchema } from '../../auth/contract.server.ts';
import type { Row, RowInput, RowLabels } from '../schema/table.ts';

const text = Type.String();
const count = Type.Integer({ minimum: 0 });

export const tableListSchema = Type.Object({
  schemas: Type.Array(
    Type.Object({
      tableName: text,
      title: text,
      description: text,
      group: Type.Enum([...tableGroups, ''], {
        description: 'Its place in the sidebar; empty below all groups',
      }),
      verbs: Type.Object({ create: Type.Boolean(), update: Type.Boolean(), delete: Type.Boolean() }),
    }),
  ),
});
export type TableList = Static<typeof tableListSchema>;
export type TableSummary = TableList['schemas'][number];

export const rowSchema = Type.Unsafe<Row>({
  type: 'object',
  required: ['id', '_version'],
  properties: {
    id: { type: ['string', 'integer'] },
    _version: { type: 'string', description: 'The state of the row; another one after every write' },
  },
  additionalProperties: true,
  description: 'Every field of the table’s schema; moments are ISO 8601 in UTC',
});

export const rowPageSchema = Type.Object({
  data: Type.Array(rowSchema),
  total: count,
  totalIsEstimate: Type.Boolean({
    description: 'Whether more rows fit than are counted, so that total is about right and no more',
  }),
  labels: Type.Unsafe<RowLabels>(
    Type.Record(text, Type.Record(text, text), {
      description: 'Names of the rows that this page’s references point to: column, id, name',
    }),
  ),
});
export type RowPage = Static<typeof rowPageSchema>;

export const noObject = 'Please send a JSON object.';

export type JsonRecord = Record<string, unknown>;

/** A JSON object whose fields are checked where it is used, by a form's schema. */
export const formBody = <Sent extends object>(schema: TSchema): Shape<JsonRecord, Sent> => ({
  schema,
  parse(input) {
    if (isRecord(input)) return input;
    throw new AppError('invalid', noObject);
  },
});

/** A row of the table in the path: its fields are those of that table's schema (`src/shared/schemas`), which checks them. */
export const tableRow = formBody<RowInput>(
  Type.Unsafe({
    type: 'object',
    description:
      'A value for each field that is set; keys, read-only fields and unknown names are left out. /api/admin/schemas/{table} has the schema',
    properties: {
      _version: { type: 'string', description: 'The version that was read, if it must still be there' },
    },
    additionalProperties: true,
  }),
);

/** The version that a change must follow on, which may be quoted; `*` means any. */
export const ifMatch = (description: string): Header<string | undefined> => ({
  schema: text,
  isRequired: false,
  description,
  parse(value) {
    const version = value?.trim().replace(/^"(.*)"$/, '$1');
    return version === '*' ? undefined : version;
  },
});

/** The most ids in one request. */
export const maxIds = 1_000;

/** The version that a row's body names. @throws AppError `invalid` for one that is no text */
export function readVersion({ _version }: JsonRecord): string | undefined {
  if (_version === undefined || _version === null) return undefined;
  if (typeof _version === 'string') return _version;
  const message = '_version must be a text';
  throw new AppError('invalid', message, { fields: { _version: message } });
}

/** The id is looked up, never stored. */
const bulkIds = list(
  field<RowId>(Type.Union([text, Type.Number()]), 'Every id must be a text or a number', { isCleaned: true }),
  { min: 1, max: maxIds },
  { wrong: 'Choose at least one row', maxItems: 'At most 1,000 rows can be changed at once' },
);

/** The value is checked with the other fields, or by the table's schema. */
const unchecked = <Sent>(schema: TSchema): Field<unknown, Sent | undefined> => ({
  schema,
  isOptional: true,
  isCleaned: true,
  error: () => null,
  parse: (value) => value,
});

const bulkSet = unchecked<JsonRecord>(Type.Object({}, { additionalProperties: true }));
const bulkDelete = unchecked<true>(Type.Literal(true));

/** A change or deletion of up to 1,000 rows at once. */
export const bulkRequest = {
  ...body(
    { ids: bulkIds, set: bulkSet, delete: bulkDelete },
    {
      ignored: 'unknown',
      noObject,
      check({ set, delete: remove }, { ids }): { set?: string; delete?: string } {
        if (ids !== undefined) return {};
        if ((set === undefined) === (remove === undefined))
          return { set: 'Choose either what to set, or to delete' };
        return remove === undefined || remove === true ? {} : { delete: 'Delete must be true' };
      },
    },
  ),
  schema: Type.Union([
    Type.Object({ ids: bulkIds.schema, set: bulkSet.schema }),
    Type.Object({ ids: bulkIds.schema, delete: bulkDelete.schema }),
  ]),
};
export type BulkRequest = Sent<typeof bulkRequest>;

/** @throws AppError `notFound` for what cannot be an id of the table, `invalid` for one that is listed twice */
export function parseRowIds(table: Table, ids: readonly RowId[]): RowId[] {
  const rowIds = ids.map((id) => parseRowId(table, String(id)));
  if (new Set(rowIds).size === rowIds.length) return rowIds;
  const message = 'The same row is listed twice';
  throw new AppError('invalid', message, { fields: { ids: message } });
}

/** A change of stored rows, or a new row, that is not written. */
export const effectRequest = body({ ids: optional(bulkIds), set: bulkSet }, { ignored: 'unknown', noObject });
export type EffectRequest = Sent<typeof effectRequest>;

export const rowEffectSchema = Type.Object({
  lines: Type.Array(text, { description: 'What the change would do, in sentences for hosts' }),
  warnings: Type.Array(text, {
    description: 'What is likely a mistake: nights that would cost less than half, or are sold no longer',
  }),
});
export type RowEffectResponse = Static<typeof rowEffectSchema>;

export const bulkResultSchema = Type.Object({
  changed: count,
  trashIds: Type.Optional(Type.Array(text)),
});
export type BulkResult = Static<typeof bulkResultSchema>;

export const deletedSchema = Type.Object({ ...successSchema.properties, trashId: text });
export type Deleted = Static<typeof deletedSchema>;
