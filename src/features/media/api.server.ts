import { type Context, Hono } from 'hono';
import { validator } from 'hono/validator';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { allowSlowBody, jsonBody } from '../../platform/http/body.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { parseQueryParams } from '../../shared/http/query-params.ts';
import { requireAdmin } from '../auth/guards.ts';
import { descriptions } from './descriptions.server.ts';
import {
  deleteUnused,
  libraryParameters,
  listLibrary,
  listUsages,
  parseIds,
  parseLibraryQuery,
} from './library/library.server.ts';
import { uploadFile, uploadMedia } from './uploads/upload.server.ts';

/** Admins only, no caching, each parameter at most once. */
function requireHost(c: Context<ApiEnv>, parameters: readonly string[] = []): void {
  noStore(c);
  requireAdmin(c.get('ctx'));
  parseQueryParams(c.req.url, parameters);
}

export const mediaApi = new Hono<ApiEnv>()
  .post('/upload/media', describeRoute(descriptions.uploadMedia), async (c) => {
    requireHost(c);
    allowSlowBody(c);
    const media = await uploadMedia(c.get('ctx'), c.req.raw);
    return c.json({ media_url: media.url, media });
  })
  .post('/upload/file', describeRoute(descriptions.uploadFile), async (c) => {
    requireHost(c);
    allowSlowBody(c);
    const media = await uploadFile(c.get('ctx'), c.req.raw);
    return c.json({ file_url: media.url, media });
  })
  .get(
    '/admin/media',
    describeRoute(descriptions.library),
    validator('query', (_, c: Context<ApiEnv>) => {
      requireHost(c, libraryParameters);
      return c.req.queries() as Record<string, string | string[]>;
    }),
    async (c) => c.json(await listLibrary(c.get('ctx'), parseLibraryQuery(c.req.url))),
  )
  .get('/admin/media/:id/uses', describeRoute(descriptions.uses), async (c) => {
    requireHost(c);
    return c.json({ data: await listUsages(c.get('ctx'), c.req.param('id')) });
  })
  .post(
    '/admin/media/delete-unused',
    describeRoute(descriptions.deleteUnused),
    async (c, next) => {
      requireHost(c);
      await next();
    },
    jsonBody<{ ids: string[] }>(parseIds),
    async (c) => {
      const deleted = await deleteUnused(c.get('ctx'), c.req.valid('json').ids);
      return c.json({ deleted });
    },
  );
