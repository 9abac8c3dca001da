/**
 * How a closed site responds to strangers at a path: `open` as usual, `call` by the call's contract, `mcp`, `file` only
 * for guests who have booked, `robots`, `missing` (404), `page` (503).
 */
type ClosedPath = 'open' | 'call' | 'mcp' | 'file' | 'robots' | 'missing' | 'page';

/** Signing in, hosts' screens, and what people who have booked hold links to. */
const openPages =
  /^\/(?:login|account|terms|privacy|cancellation|notify\/leave|checkout\/(?:success|cancel|error)|auth\/.+|admin(?:\/.+)?|blog\/(?:new|edit\/.+)|trips\/.+|(?:book|offers|reviews)\/[^/]+|cleaning\/.+|launch\/mail\/[^/]+)(?:\.data|\/)?$/i;

/** `__manifest`: which scripts a page of the router needs. */
const openFiles = /^\/(?:healthz|readyz|metrics|__manifest|calendars\/.+)$/;

const missing = /^\/(?:sitemap\.xml|llms\.txt|blog\/feed\.(?:xml|json)|share\/.*)$/;

export function closedPath(path: string): ClosedPath {
  if (path === '/api' || path.startsWith('/api/')) return 'call';
  if (path === '/mcp') return 'mcp';
  if (path === '/robots.txt') return 'robots';
  if (/^\/(?:media|files|embed)\//.test(path)) return 'file';
  if (missing.test(path)) return 'missing';
  return openPages.test(path) || openFiles.test(path) ? 'open' : 'page';
}
