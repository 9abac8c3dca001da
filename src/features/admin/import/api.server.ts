import { Hono } from 'hono';
import Type from 'typebox';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import { bodyErrors, invalidField, tableParam } from '../calls/admin-route.server.ts';
import { importRows } from './run-import.server.ts';

const text = Type.String();
const count = Type.Integer({ minimum: 0 });

export const importApi = new Hono<ApiEnv>().post(
  '/tables/:table/import',
  describeRoute({
    summary: 'Adds and changes rows from CSV: all of them or none',
    details:
      'Line 1 names the columns, by field or by title. A row with the id of a stored one changes it. At most 5 MB and 10,000 rows. Without commit=true it only says what would happen.',
    query: { commit: { schema: Type.Boolean(), description: 'Whether to write', required: false } },
    answer: Type.Object({
      rows: count,
      creates: count,
      updates: count,
      errorCount: count,
      unknownColumns: Type.Array(text),
      ignoredColumns: Type.Array(text, { description: 'Known, but not for hosts to set' }),
      errors: Type.Array(
        Type.Object({ line: Type.Integer({ minimum: 1 }), field: Type.Optional(text), message: text }),
        { description: 'The first 200' },
      ),
      preview: Type.Array(Type.Unknown(), { description: 'The first 20 rows as they would be' }),
    }),
    refusals: bodyErrors,
  }),
  adminOnly('commit'),
  async (c) => {
    const commit = parseCommit(c.req.query('commit'));
    return c.json(await importRows(c.get('ctx'), tableParam(c), { request: c.req.raw, commit }));
  },
);

function parseCommit(text: string | undefined): boolean {
  if (text !== undefined && text !== 'true' && text !== 'false')
    throw invalidField('commit', 'commit must be true or false');
  return text === 'true';
}
