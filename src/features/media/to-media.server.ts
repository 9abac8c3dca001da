import type { Media } from './media.ts';
import type { MediaRow } from './store.server.ts';

/** An upload as the API tells it. */
export function toMedia(row: MediaRow): Media {
  const { id, kind, alt, width, height, status, error, widths } = row;
  const [smallest = width] = widths;
  return {
    ...{ id, kind, alt, width, height, status, error },
    url: urlOf(row),
    thumb: kind === 'image' ? `/media/${id}/${smallest}.jpg` : null,
    originalName: row.original_name,
    sizeBytes: row.size_bytes,
    createdAt: row.created_at.toISOString(),
  };
}

function urlOf({ id, kind, widths, width, file_name: name }: MediaRow): string {
  if (kind === 'image') return `/media/${id}/${widths.at(-1) ?? width}.jpg`;
  return `/${kind === 'video' ? 'media' : 'files'}/${id}/${name}`;
}
