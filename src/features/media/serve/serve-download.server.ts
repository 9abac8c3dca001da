import type { Context } from 'hono';
import type { Platform } from '../../../platform/context.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { downloadKey } from '../processing/storage-keys.server.ts';
import { mediaById } from '../store.server.ts';
import { contentDisposition } from './file-names.ts';

/** Serves `/files/{id}/{name}` as a sandboxed attachment: nothing in a file runs here. */
export async function serveDownload(
  c: Context<ApiEnv>,
  { db, storage }: Platform,
  headers: Record<string, string>,
): Promise<Response> {
  const id = c.req.param('id') ?? '';
  const row = isUuid(id) ? await mediaById(db, id) : undefined;
  const isHere = row?.kind === 'file' && row.file_name === c.req.param('name');
  const file = isHere ? await storage.get(downloadKey(row.id)) : null;
  if (!row || !file)
    return c.text('There is no such file.', 404, { ...headers, 'Cache-Control': 'no-store' });
  return new Response(c.req.method === 'HEAD' ? null : await file.stream(), {
    headers: {
      ...headers,
      'Content-Type': row.type,
      'Content-Length': String(file.size),
      'Content-Disposition': contentDisposition(row.file_name, row.original_name),
      'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'public, max-age=3600',
    },
  });
}
