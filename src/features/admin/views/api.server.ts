import { Hono } from 'hono';
import Type from 'typebox';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import { bodyErrors, jsonRecord, rowErrors } from '../calls/admin-route.server.ts';
import type { SavedViewList } from '../schema/table.ts';
import { changeView, listViews, removeView, saveView } from './actions.server.ts';

const text = Type.String();
const view = Type.Object({ id: text, table: text, name: text, query: text });
const viewInput = Type.Object({
  table: text,
  name: Type.String({ minLength: 1, maxLength: 60 }),
  query: Type.String({ description: "The search part of the list's address", maxLength: 8_000 }),
});

export const viewsApi = new Hono<ApiEnv>()
  .get(
    '/admin/views',
    describeRoute({
      summary: 'The saved lists of a table',
      query: { table: { schema: text, description: 'Its name', required: true } },
      answer: Type.Object({ data: Type.Array(view) }),
      refusals: rowErrors,
    }),
    adminOnly('table'),
    async (c) => c.json<SavedViewList>({ data: await listViews(c.get('ctx'), c.req.query('table') ?? '') }),
  )
  .post(
    '/admin/views',
    describeRoute({
      summary: 'Saves a list for all hosts; a table can have 50',
      body: viewInput,
      answer: view,
      status: 201,
      refusals: [...bodyErrors, 'conflict'],
    }),
    adminOnly(),
    jsonRecord,
    async (c) => c.json(await saveView(c.get('ctx'), c.req.valid('json')), 201),
  )
  .put(
    '/admin/views/:id',
    describeRoute({
      summary: 'Renames or changes a saved list',
      body: viewInput,
      answer: view,
      refusals: bodyErrors,
    }),
    adminOnly(),
    jsonRecord,
    async (c) => c.json(await changeView(c.get('ctx'), c.req.param('id'), c.req.valid('json'))),
  )
  .delete(
    '/admin/views/:id',
    describeRoute({
      summary: 'Deletes a saved list',
      answer: Type.Object({ success: Type.Literal(true) }),
      refusals: rowErrors,
    }),
    adminOnly(),
    async (c) => {
      await removeView(c.get('ctx'), c.req.param('id'));
      return c.json({ success: true });
    },
  );
