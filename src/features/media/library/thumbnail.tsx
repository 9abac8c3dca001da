import { FileText, ImageOff, Video } from 'lucide-react';
import type { Media } from '../contract.server.ts';

/** The image is decorative, because the alternative text is beside it. */
export function MediaThumb({ media }: { media: Pick<Media, 'kind' | 'thumb'> }) {
  if (media.thumb) {
    return <img src={media.thumb} alt="" loading="lazy" className="size-full object-cover" />;
  }
  const Icon = media.kind === 'video' ? Video : media.kind === 'file' ? FileText : ImageOff;
  return (
    <span className="grid size-full place-items-center text-slate">
      <Icon aria-hidden="true" className="size-8" />
    </span>
  );
}

const units = ['bytes', 'KB', 'MB', 'GB'];

export function thumbnailSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}
