import { Hono } from 'hono';
import Type from 'typebox';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import {
  invalidField,
  pageParam,
  pagingQuery,
  parseVersion,
  rowErrors,
  rowIdParam,
  rowSchema,
  tableParam,
} from '../calls/admin-route.server.ts';
import type { VersionSide } from '../schema/table.ts';
import { listHistory, restoreVersion } from './actions.server.ts';

const text = Type.String();
const change = Type.Object({
  before: Type.Unknown({ description: 'null where there was no row' }),
  after: Type.Unknown({ description: 'null where there is no row' }),
});

export const historyApi = new Hono<ApiEnv>()
  .get(
    '/tables/:table/:id/history',
    describeRoute({
      summary: 'Who changed what when in a row, the newest first',
      query: pagingQuery,
      answer: Type.Object({
        data: Type.Array(
          Type.Object({ id: text, action: text, at: text, by: text, changes: Type.Record(text, change) }),
        ),
      }),
      refusals: rowErrors,
    }),
    adminOnly('page', 'limit'),
    async (c) =>
      c.json(await listHistory(c.get('ctx'), tableParam(c), { id: rowIdParam(c), page: pageParam(c) })),
  )
  .post(
    '/tables/:table/:id/history/:entry/restore',
    describeRoute({
      summary: 'Makes a row what it was before or after an entry of its history',
      query: {
        side: {
          schema: Type.Union([Type.Literal('before'), Type.Literal('after')]),
          description: 'after, if left out',
          required: false,
        },
      },
      headers: {
        'If-Match': { schema: Type.String(), description: 'The _version that was read: 409 for another' },
      },
      answer: rowSchema,
      refusals: [...rowErrors, 'conflict'],
    }),
    adminOnly('side'),
    async (c) => {
      const historyId = parseEntryId(c.req.param('entry'));
      const side = parseSide(c.req.query('side'));
      return c.json(
        await restoreVersion(c.get('ctx'), tableParam(c), {
          id: rowIdParam(c),
          historyId,
          side,
          version: parseVersion(c.req.header('If-Match'), {}),
        }),
      );
    },
  );

function parseSide(text = 'after'): VersionSide {
  if (text === 'before' || text === 'after') return text;
  throw invalidField('side', 'side must be before or after');
}

function parseEntryId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new AppError('notFound', 'There is no such entry in the history of this row.');
}
