import { useRef } from 'react';
import type { ImageData as ImageFile } from '../../../shared/image.ts';
import { useInView } from '../../../ui/browser/use-in-view.ts';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';

interface MapFrameProps {
  image: ImageFile | null;
  src: string;
  title: string;
}

/** Shows a still image, and the map once it is near. */
export function MapFrame({ image, src, title }: MapFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const near = useInView(box, 200);
  return (
    <div ref={box} className="relative min-h-96 overflow-hidden rounded-3xl bg-glass shadow-card">
      {image && (
        <ResponsiveImage
          image={image}
          sizes="(min-width: 64rem) 40vw, 100vw"
          className="absolute! inset-0 size-full"
        />
      )}
      {near && <iframe src={src} title={title} loading="lazy" className="absolute inset-0 size-full" />}
    </div>
  );
}
