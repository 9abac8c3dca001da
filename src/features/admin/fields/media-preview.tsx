import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isLink } from '../../../shared/forms/formats.ts';
import { imagePath } from '../../../ui/rich-text/links.ts';

/** Only whole addresses are asked for: an address on its way to be typed would fail at every letter. */
const isWhole = (path: string): boolean => /\.(avif|gif|jpe?g|png|svg|webp|mp4|webm)(\?.*)?$/i.test(path);
const isVideo = (path: string): boolean => /\.(mp4|webm)(\?.*)?$/i.test(path);

/** What a media address shows; pages show only what lies on this site. */
export function MediaPreview({ address }: { address: string }) {
  const path = imagePath(address);
  const [broken, setBroken] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another chance
  useEffect(() => setBroken(false), [address]);
  if (address.trim() === '') return null;
  if (!path) {
    if (!isLink(address.trim())) return null;
    return (
      <p className="text-sm text-slate">
        No preview: it lies on another site.{' '}
        <a
          href={address.trim()}
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
  if (!isWhole(path)) return null;
  if (broken) return <p className="text-sm text-danger">There is nothing to see at this address.</p>;
  const frame = 'max-h-56 max-w-full rounded-xl border border-dune bg-sand';
  if (isVideo(path)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a host's own upload, shown so that they recognise it
      <video
        src={path}
        controls
        preload="metadata"
        aria-label="Preview"
        onError={() => setBroken(true)}
        className={frame}
      />
    );
  }
  return <img src={path} alt="Preview" onError={() => setBroken(true)} className={frame} />;
}
