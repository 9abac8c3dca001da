import type { Context } from 'hono';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { matchesEtag } from '../../../platform/http/etag.server.ts';
import type { Storage } from '../../../platform/storage/create-storage.server.ts';

/** Types by extension; no other file is served. */
const types: Record<string, string> = {
  avif: 'image/avif',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  webp: 'image/webp',
};

/** Serves `/media/{id}/{name}`, immutable. */
export async function serveMedia(
  c: Context<ApiEnv>,
  storage: Storage,
  headers: Record<string, string>,
): Promise<Response> {
  const key = `media/${c.req.param('id')}/${c.req.param('name')}`;
  const type = types[key.split('.').at(-1) ?? ''];
  const range = parseRange(c.req.header('Range'));
  const file = type ? await storage.get(key) : null;
  if (!file || !type)
    return c.text('There is no such picture.', 404, { ...headers, 'Cache-Control': 'no-store' });
  const fileHeaders: Record<string, string> = {
    ...headers,
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
  };
  // Web mail is read on other sites, which may show our JPEGs.
  if (type === 'image/jpeg') fileHeaders['Cross-Origin-Resource-Policy'] = 'cross-origin';
  if (matchesEtag(c.req.header('If-None-Match'), file.etag)) return c.body(null, 304, fileHeaders);
  if (!range) {
    return new Response(c.req.method === 'HEAD' ? null : await file.stream(), {
      headers: { ...fileHeaders, 'Content-Length': String(file.size) },
    });
  }
  const start = range.start ?? Math.max(0, file.size - (range.end ?? 0));
  const end = range.start === undefined ? file.size - 1 : Math.min(range.end ?? file.size - 1, file.size - 1);
  if (start > end || start >= file.size) {
    return c.body(null, 416, { ...fileHeaders, 'Content-Range': `bytes */${file.size}` });
  }
  return new Response(c.req.method === 'HEAD' ? null : await file.stream({ start, end }), {
    status: 206,
    headers: {
      ...fileHeaders,
      'Content-Length': String(end - start + 1),
      'Content-Range': `bytes ${start}-${end}/${file.size}`,
    },
  });
}

/** One range of bytes (RFC 9110, 14.1.2); several, or an invalid one, mean the whole file. */
function parseRange(header: string | undefined): { start?: number; end?: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] && match[2] && Number(match[2]) < Number(match[1])) return null;
  return { start: match[1] ? Number(match[1]) : undefined, end: match[2] ? Number(match[2]) : undefined };
}
