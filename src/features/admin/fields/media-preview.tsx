import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isLink } from '../../../shared/forms/formats.ts';
import { imagePath } from '../../../ui/rich-text/links.ts';

/** A URL that is still being typed would fail at every letter. */
const isComplete = (path: string): boolean => /\.(avif|gif|jpe?g|png|svg|webp|mp4|webm)(\?.*)?$/i.test(path);
const isVideo = (path: string): boolean => /\.(mp4|webm)(\?.*)?$/i.test(path);

export function MediaPreview({ url }: { url: string }) {
  const path = imagePath(url);
  const [isBroken, setIsBroken] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another URL has another chance
  useEffect(() => setIsBroken(false), [url]);
  if (url.trim() === '') return null;
  if (!path) {
    if (!isLink(url.trim())) return null;
    return (
      <p className="text-sm text-slate">
        No preview: it lies on another site.{' '}
        <a
          href={url.trim()}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 text-gulf underline"
        >
          Open it
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
      </p>
    );
  }
  if (!isComplete(path)) return null;
  if (isBroken) return <p className="text-sm text-danger">There is nothing to see at this address.</p>;
  const frame = 'max-h-56 max-w-full rounded-xl border border-dune bg-sand';
  if (isVideo(path)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a host's own upload, shown so that they recognise it
      <video
        src={path}
        controls
        preload="metadata"
        aria-label="Preview"
        onError={() => setIsBroken(true)}
        className={frame}
      />
    );
  }
  return <img src={path} alt="Preview" onError={() => setIsBroken(true)} className={frame} />;
}
