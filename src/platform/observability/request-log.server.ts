import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Log } from './logger.server.ts';

/** A request on its way to its line in the log. */
export interface RequestTrace {
  /** Also the response's `X-Request-Id`, and the reference that a guest is shown. */
  id: string;
  /** The pattern of the route, never the address; `null` for what leaves no line. */
  route?: string | null;
  startedAt: number;
}

export const startTrace = (): RequestTrace => ({ id: randomUUID(), startedAt: performance.now() });

/** Writes the line of a request whose response has been sent, or whose connection has ended. */
export type LogRequest = (trace: RequestTrace, request: IncomingMessage, response: ServerResponse) => void;

/** One line a request at `info`: method, route, status and milliseconds. */
export function requestLog(log: Log): LogRequest {
  // Nothing in these lines is typed by anybody: the search for names of secrets would cost more than all the rest.
  const lines = log.child({}, { redact: { paths: [] } });
  return (trace, { method }, { headersSent, statusCode, writableFinished }) => {
    if (trace.route === null) return;
    lines.info(
      {
        requestId: trace.id,
        method,
        route: trace.route,
        status: headersSent ? statusCode : undefined,
        aborted: writableFinished ? undefined : true,
        ms: Math.round((performance.now() - trace.startedAt) * 10) / 10,
      },
      'request',
    );
  };
}

const isPattern = (path: string | undefined): path is string => path !== undefined && !path.endsWith('*');

/** The pattern of the route that responds, or for which a middleware refused, such as `/api/blog/:slug`. */
export function routePattern(c: Context): string {
  const paths = matchedRoutes(c).map(({ path }) => path);
  const current = paths[c.req.routeIndex];
  if (isPattern(current)) return current;
  return paths.find(isPattern) ?? (c.req.path.startsWith('/api/') ? '/api/*' : '*');
}
