import type { Db } from '../../../db/client.server.ts';
import type { ImageData } from '../../../shared/image.ts';
import { parseMediaId } from '../media.ts';

/**
 * The pictures behind media URLs, by URL; URLs from elsewhere, unknown ids and pictures
 * whose sizes are still being made are left out.
 */
export async function picturesByUrl(db: Db, urls: string[]): Promise<Map<string, ImageData>> {
  const ids = [...new Set(urls.map(parseMediaId).filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .where('id', 'in', ids)
    .where('kind', '=', 'image')
    .where('status', '=', 'ready')
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = new Map<string, ImageData>();
  for (const url of urls) {
    const row = byId.get(parseMediaId(url) ?? '');
    if (!row || row.width === null || row.height === null) continue;
    const { alt, width, height, widths, blur_data_url: blur } = row;
    found.set(url, { src: `/media/${row.id}/${widths.at(-1)}.jpg`, alt, width, height, widths, blur });
  }
  return found;
}
