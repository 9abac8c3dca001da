import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { chooseEncoding } from './accept-encoding.ts';
import { createEtag, matchesEtag } from './etag.server.ts';
import type { FindInReleases } from './release-files.server.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const compressible = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest']);

interface StaticFile {
  body: Buffer;
  etag: string;
  br?: Buffer;
  gzip?: Buffer;
}

export interface ServeStatic {
  (request: Request): Promise<Response | null>;
  /** Paths of the files that existed at the start. */
  readonly paths?: readonly string[];
}

/**
 * Serves a folder's files from memory, each compressed once. Only paths listed at the start exist, so none leads outside.
 * @param findInReleases finds what the folder lacks
 */
export function createStaticFiles(
  folder: string,
  headers: Record<string, string>,
  findInReleases: FindInReleases = async () => null,
): ServeStatic {
  const paths = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (types[path.extname(name)] && statSync(file).isFile())
      paths.set(`/${name.split(path.sep).join('/')}`, file);
  }
  const loaded = new Map<string, Promise<StaticFile>>();

  const serve = async (request: Request): Promise<Response | null> => {
    const { pathname } = new URL(request.url);
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !types[path.extname(pathname)])
      return null;
    const place = paths.get(pathname) ?? (await findInReleases(pathname));
    if (!place) return null;
    const loading = loaded.get(pathname) ?? load(place);
    loaded.set(pathname, loading);
    loading.catch(() => loaded.delete(pathname));
    const file = await loading;
    const encoding = chooseEncoding(request.headers.get('Accept-Encoding') ?? undefined);
    const body = encoding === 'identity' ? file.body : (file[encoding] ?? file.body);
    const responseHeaders = new Headers({
      ...headers,
      'Content-Type': types[path.extname(pathname)] ?? 'application/octet-stream',
      'Cache-Control': pathname.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      ETag: file.etag,
      Vary: 'Accept-Encoding',
    });
    if (matchesEtag(request.headers.get('If-None-Match'), file.etag))
      return new Response(null, { status: 304, headers: responseHeaders });
    if (body !== file.body) responseHeaders.set('Content-Encoding', encoding);
    responseHeaders.set('Content-Length', String(body.length));
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
      headers: responseHeaders,
    });
  };
  return Object.assign(serve, { paths: [...paths.keys()] });
}

async function load(place: string): Promise<StaticFile> {
  const body = readFileSync(place);
  const etag = createEtag(body);
  if (!compressible.has(path.extname(place))) return { body, etag };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(body), promisify(gzip)(body, { level: 9 })]);
  return { body, etag, br, gzip: gz };
}
