import { useRef, useState } from 'react';
import type { ImageData as ImageFile } from '../../../shared/image.ts';
import { useInView } from '../../../ui/browser/use-in-view.ts';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';

interface MapFrameProps {
  image: ImageFile | null;
  src: string;
  title: string;
}

/** Shows a still image, and the map over it once it is near and has loaded. */
export function MapFrame({ image, src, title }: MapFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const near = useInView(box, 200);
  const [isLoaded, setLoaded] = useState(false);
  return (
    <div ref={box} className="relative min-h-96 overflow-hidden rounded-3xl bg-glass shadow-card">
      {image && (
        <ResponsiveImage
          image={image}
          sizes="(min-width: 64rem) 40vw, 100vw"
          className="absolute! inset-0 size-full"
        />
      )}
      {near && (
        <iframe
          src={src}
          title={title}
          loading="lazy"
          onLoad={({ currentTarget }) => void hasMap(currentTarget).then(setLoaded)}
          className={`absolute inset-0 size-full ${isLoaded ? '' : 'opacity-0'}`}
        />
      )}
    </div>
  );
}

/**
 * Whether a frame shows our page and the map's site can be reached from it: a browser without a connection fills either
 * with its own words, and reports that frame as loaded.
 */
async function hasMap({ contentWindow, contentDocument }: HTMLIFrameElement): Promise<boolean> {
  const [map] = contentDocument?.getElementsByTagName('iframe') ?? [];
  if (!contentWindow || !map) return false;
  const emptyResponse = new URL('/generate_204', map.src);
  return contentWindow.fetch(emptyResponse, { mode: 'no-cors', credentials: 'omit' }).then(
    () => true,
    () => false,
  );
}
