import type { MiddlewareHandler } from 'hono';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { parseQueryParams } from '../../shared/http/query-params.ts';
import { requireAdmin } from './guards.ts';

/** The admin guard and the check of the query's names; in each route, so that no spelling of a path skips it, before the body is read. */
export const adminOnly =
  (...parameters: string[]): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    noStore(c);
    requireAdmin(c.get('ctx'));
    parseQueryParams(c.req.url, parameters);
    await next();
  };
