import type { MiddlewareHandler } from 'hono';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { parseQueryParams } from '../../../shared/http/query-params.ts';
import { requireAdmin } from '../../auth/guards.ts';

/** Guards a route before its body is read, and rejects parameters that it does not have; actions guard themselves, too. */
export const hostsOnly =
  (...parameters: string[]): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    noStore(c);
    requireAdmin(c.get('ctx'));
    parseQueryParams(c.req.url, parameters);
    await next();
  };
