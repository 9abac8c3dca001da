import type { Context } from 'hono';
import Type from 'typebox';
import { getTable, parseRowId, type RowId, type Table } from '../../../db/tables.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import type { Description } from '../../../platform/openapi/document.server.ts';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { type Page, parsePaging } from '../query/pagination.ts';

export type JsonRecord = Record<string, unknown>;

export const jsonRecord = jsonBody<JsonRecord>((input) => {
  if (isRecord(input)) return input;
  throw new AppError('invalid', 'Please send a JSON object.');
});

/** @throws AppError `notFound` */
export const tableParam = (c: Context<ApiEnv>): Table =>
  getTable(c.get('ctx').tables, c.req.param('table') ?? '');

/** @throws AppError `notFound` for what cannot be an id of the table */
export const rowIdParam = (c: Context<ApiEnv>): RowId => parseRowId(tableParam(c), c.req.param('id') ?? '');

/** @throws AppError `invalid` */
export const pageParam = (c: Context<ApiEnv>): Page =>
  parsePaging({ page: c.req.query('page'), limit: c.req.query('limit') });

export const invalidField = (name: string, message: string): AppError =>
  new AppError('invalid', message, { fields: { [name]: message } });

export const maxIds = 1_000;

/** Codes of errors that calls share: without a row, with one, with a body. */
export const adminErrors: ErrorCode[] = ['invalid', 'unauthenticated', 'forbidden'];
export const rowErrors: ErrorCode[] = [...adminErrors, 'notFound'];
export const bodyErrors: ErrorCode[] = [...rowErrors, 'tooLarge', 'unsupportedType'];

export const rowSchema = Type.Unsafe<object>({
  type: 'object',
  required: ['id', '_version'],
  properties: {
    id: { type: ['string', 'integer'] },
    _version: { type: 'string', description: 'The state of the row; another one after every write' },
  },
  additionalProperties: true,
  description: 'Every field of the table’s schema; moments are ISO 8601 in UTC',
});

export const pagingQuery: Description['query'] = {
  page: { schema: Type.Integer({ minimum: 1 }), description: 'From 1' },
  limit: {
    schema: Type.Integer({ minimum: 1, maximum: 200 }),
    description: 'Entries on a page, 50 if left out',
  },
};

/** The version a change must follow on: of the body, else of If-Match, which may be quoted; `*` means any. */
export function parseVersion(ifMatch: string | undefined, { _version }: JsonRecord): string | undefined {
  if (typeof _version === 'string') return _version;
  if (_version !== undefined && _version !== null) throw invalidField('_version', '_version must be a text');
  const text = ifMatch?.trim().replace(/^"(.*)"$/, '$1');
  return text === '*' ? undefined : text;
}
