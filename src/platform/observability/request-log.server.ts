import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Log } from './logger.server.ts';

export interface RequestTrace {
  /** The value of `X-Request-Id`, and the reference number on error pages. */
  id: string;
  /** The route's pattern, never the URL; `null`: not logged. */
  route?: string | null;
  startedAt: number;
}

export const startTrace = (): RequestTrace => ({ id: randomUUID(), startedAt: performance.now() });

export type LogRequest = (trace: RequestTrace, request: IncomingMessage, response: ServerResponse) => void;

/** Logs one line a request at `info`: method, route, status and milliseconds. */
export function requestLog(log: Log): LogRequest {
  // No user input here: the search for secrets would cost more than the rest.
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

/** Returns the pattern of the route that responds or was rejected, such as `/api/blog/:slug`. */
export function routePattern(c: Context): string {
  const paths = matchedRoutes(c).map(({ path }) => path);
  const current = paths[c.req.routeIndex];
  if (isPattern(current)) return current;
  return paths.find(isPattern) ?? (c.req.path.startsWith('/api/') ? '/api/*' : '*');
}

interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
}

/** Returns the most specific pattern of a path, such as `/blog/:slug`; `*` without a page. */
export type PagePattern = (pathname: string) => string;

/** The pattern of every path on a site without pages. */
export const unknownPage: PagePattern = () => '*';

export function pagePatterns(routes: Record<string, BuiltRoute | undefined>): PagePattern {
  const toPath = (route: BuiltRoute | undefined): string[] =>
    route ? [...toPath(routes[route.parentId ?? '']), ...(route.path ? [route.path] : [])] : [];
  const patterns = Object.values(routes)
    .map((route) => `/${toPath(route).join('/')}`)
    .filter((pattern) => !pattern.endsWith('*'))
    .sort((a, b) => parameterCount(a) - parameterCount(b))
    .map((pattern) => ({ pattern, expression: toExpression(pattern) }));

  return (pathname) => {
    const path = pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
    return patterns.find(({ expression }) => expression.test(path))?.pattern ?? '*';
  };
}

const parameterCount = (pattern: string): number => pattern.split('/:').length - 1;

const toExpression = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/\/$/, '').replace(/:[^/]+/g, '[^/]+')}/?$`, 'i');

const address = /https?:\/\/[^\s"'()<>]+|(?<![\w.:*/])\/[\w%.~$&+;=@-][^\s"'()<>]*/g;

/** Replaces the paths in a browser's text by their pages' patterns, except those of scripts. */
export const withPatterns = (text: string, pattern: PagePattern): string =>
  text.replace(address, (whole) => {
    const [origin = ''] = /^https?:\/\/[^/?#]*/.exec(whole) ?? [];
    const path = whole.slice(origin.length);
    if (path === '' || path.startsWith('/assets/')) return whole;
    // A stack names line and column behind the path.
    return origin + pattern(path.replace(/[?#].*$/s, '').replace(/:\d+(?::\d+)?$/, ''));
  });
