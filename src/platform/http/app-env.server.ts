import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { Ctx } from '../context.server.ts';
import type { Log } from '../observability/logger.server.ts';
import type { PagePattern, RequestTrace } from '../observability/request-log.server.ts';

export interface ApiEnv {
  Bindings: Partial<HttpBindings> & {
    trace?: RequestTrace;
    /** Finds the route's pattern of a path, for the log. */
    pagePattern?: PagePattern;
    /** Whether the site is closed and the request is not a host's. */
    isClosed?: boolean;
    /** Called when the request is, or claims to be, a signed-in user's. */
    onViewer?(): void;
  };
  Variables: { ctx: Ctx; log: Log; requestId: string };
}

export const noStore = (c: Context<ApiEnv>): void => c.header('Cache-Control', 'private, no-store');

/** Gives each request an id, for its response and log, and a logger. */
export const requestId =
  (log: Log): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    c.set('log', log);
    c.set('requestId', c.get('requestId') ?? c.env?.trace?.id ?? randomUUID());
    await next();
    // `c.header` would turn the text of a finished page into a stream of bytes first.
    c.res.headers.set('X-Request-Id', c.get('requestId'));
  };
