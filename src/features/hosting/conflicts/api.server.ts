import { Hono } from 'hono';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import { dismissChannelConflict, listConflicts, readConflict } from './actions.server.ts';
import { type Choice, parseChoice } from './choice.ts';
import { conflictDescriptions } from './descriptions.server.ts';
import { previewChoice, resolveConflict } from './resolve.server.ts';

/** Nights that two channels sold; every action guards itself. */
export const conflictsApi = new Hono<ApiEnv>()
  .get('/admin/conflicts', describeRoute(conflictDescriptions.list), async (c) => {
    noStore(c);
    return c.json(await listConflicts(c.get('ctx')));
  })
  .get('/admin/conflicts/:id', describeRoute(conflictDescriptions.detail), async (c) => {
    noStore(c);
    return c.json(await readConflict(c.get('ctx'), c.req.param('id')));
  })
  .post('/admin/conflicts/:id/dismiss', describeRoute(conflictDescriptions.dismiss), async (c) => {
    noStore(c);
    return c.json(await dismissChannelConflict(c.get('ctx'), c.req.param('id')));
  })
  .post(
    '/admin/conflicts/:id/preview',
    describeRoute(conflictDescriptions.preview),
    adminOnly(),
    jsonBody<Choice>(parseChoice),
    async (c) => {
      noStore(c);
      return c.json(await previewChoice(c.get('ctx'), c.req.param('id'), c.req.valid('json')));
    },
  )
  .post(
    '/admin/conflicts/:id/resolve',
    describeRoute(conflictDescriptions.resolve),
    adminOnly(),
    jsonBody<Choice>(parseChoice),
    async (c) => {
      noStore(c);
      return c.json(await resolveConflict(c.get('ctx'), c.req.param('id'), c.req.valid('json')));
    },
  );
