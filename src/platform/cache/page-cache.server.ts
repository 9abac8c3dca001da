import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from '../http/accept-encoding.ts';
import { mayCarrySession } from '../http/cookies.server.ts';
import { createEtag, matchesEtag } from '../http/etag.server.ts';
import type { RequestTrace } from '../observability/request-log.server.ts';
import type { ContentCache } from './content-cache.server.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

interface CachedVariant {
  body: Buffer;
  etag: string;
  headers: string[];
  notModifiedHeaders: string[];
}

interface CachedPage {
  version: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
  route: string;
  variants: Record<Encoding, CachedVariant>;
}

export interface StorablePage {
  html: string;
  headers: Record<string, string>;
  route: string;
  /** The moment at which it expires even if content stays the same, in ms since 1970. */
  expiresAt?: number;
}

/** Rendered pages for visitors without a session, sent before any framework runs. */
export interface PageCache {
  /** @returns whether the page was cached and sent */
  serve(request: IncomingMessage, response: ServerResponse, trace: RequestTrace): boolean;
  store(path: string, page: StorablePage, version: number | null): Promise<void>;
}

const maxPages = 500;

export function createPageCache(content: Pick<ContentCache, 'version'>): PageCache {
  const pages = new Map<string, CachedPage>();

  return {
    serve(request, response, trace) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const page = pages.get(request.url ?? '');
      if (!page || page.version !== content.version() || page.expiresAt <= Date.now()) return false;
      if (mayCarrySession(request.headers.cookie)) return false;
      const variant = page.variants[chooseEncoding(request.headers['accept-encoding'])];
      trace.route = page.route;
      if (matchesEtag(request.headers['if-none-match'], variant.etag)) {
        response.writeHead(304, [...variant.notModifiedHeaders, 'X-Request-Id', trace.id]).end();
      } else {
        response.writeHead(200, [...variant.headers, 'X-Request-Id', trace.id]);
        response.end(request.method === 'HEAD' ? undefined : variant.body);
      }
      return true;
    },

    async store(path, { html, headers, route, expiresAt = Number.POSITIVE_INFINITY }, version) {
      if (version === null || version !== content.version()) return;
      const identity = Buffer.from(html);
      const [br, gz] = await Promise.all([
        brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
        gzipped(identity, { level: 9 }),
      ]);
      if (version !== content.version()) return;
      if (pages.size >= maxPages && !pages.has(path)) pages.delete(pages.keys().next().value ?? '');
      const etag = createEtag(html);
      pages.set(path, {
        version,
        expiresAt,
        route,
        variants: {
          br: toVariant(br, etag.replace(/"$/, '-br"'), 'br', headers),
          gzip: toVariant(gz, etag.replace(/"$/, '-gz"'), 'gzip', headers),
          identity: toVariant(identity, etag, 'identity', headers),
        },
      });
    },
  };
}

function toVariant(
  body: Buffer,
  etag: string,
  encoding: Encoding,
  headers: Record<string, string>,
): CachedVariant {
  const lasting = {
    ...headers,
    ETag: etag,
    'Cache-Control': 'public, max-age=0, must-revalidate',
    Vary: 'Accept-Encoding, Cookie',
  };
  const full: Record<string, string> = { ...lasting, 'Content-Length': String(body.length) };
  if (encoding !== 'identity') full['Content-Encoding'] = encoding;
  return {
    body,
    etag,
    headers: Object.entries(full).flat(),
    notModifiedHeaders: Object.entries(lasting).flat(),
  };
}
