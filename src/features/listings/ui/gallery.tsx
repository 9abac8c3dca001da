import { Images } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import type { ImageData as ImageFile } from '../../../shared/image.ts';
import type { Lightbox } from '../../../ui/overlays/lightbox.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';

interface GalleryProps {
  title: string;
  images: ImageFile[];
}

/** Images shown large; the others form a strip of a reasonable size below them. */
const largeImage = (count: number): number => (count === 1 ? 1 : [2, 4, 5].includes(count) ? 2 : 3);

/** A longer strip scrolls sideways. */
const stripWidth = 5;

/** Classes by the number of large images, and `sizes` of the first and of the others. */
const layouts = [
  { first: 'md:col-span-full', box: 'aspect-3/2 md:aspect-5/2', firstRem: 76, firstVw: 100, otherRem: 0 },
  { first: '', box: 'aspect-3/2', firstRem: 37, firstVw: 50, otherRem: 37 },
  {
    first: 'md:col-span-2 md:row-span-2',
    // The first image is as high as the two beside it and their gap.
    box: 'aspect-3/2 md:aspect-auto md:h-full',
    firstRem: 48,
    firstVw: 66,
    otherRem: 24,
  },
] as const;

const loadLightbox = () => import('../../../ui/overlays/lightbox.tsx');

/** Preloads the lightbox; without a connection the press itself tries again. */
const preloadLightbox = () => void loadLightbox().catch(() => {});

interface OpenLightbox {
  Lightbox: typeof Lightbox;
  start: number;
}

/** Shows every image as a link to itself, which opens the lightbox where scripts run. */
export function Gallery({ title, images }: GalleryProps) {
  const [open, setOpen] = useState<OpenLightbox | null>(null);
  if (images.length === 0)
    return <div className="aspect-3/1 rounded-3xl bg-linear-to-br from-glass to-lagoon" />;
  const show = (start: number) => (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    loadLightbox().then(
      ({ Lightbox }) => setOpen({ Lightbox, start }),
      () => window.location.assign(href),
    );
  };
  const toAlt = (index: number) => `Picture ${index + 1} of ${title}`;
  const [first] = images;
  const large = largeImage(images.length);
  const { first: place, box, firstRem, firstVw, otherRem } = layouts[large - 1] ?? layouts[2];
  const movesSideways = images.length - large > stripWidth;
  return (
    <section
      aria-label={`Pictures of ${title}`}
      onPointerEnter={preloadLightbox}
      onFocus={preloadLightbox}
      className="relative"
    >
      <ul className={`grid gap-2 md:gap-3 ${large === 2 ? 'md:grid-cols-2' : 'md:grid-cols-3'}`}>
        {images.slice(0, large).map((image, index) => (
          <li key={image.src} className={index === 0 ? place : 'hidden md:block'}>
            <Tile
              image={image}
              alt={image.alt || toAlt(index)}
              onClick={show(index)}
              eager={index === 0}
              className={index === 0 ? box : undefined}
              sizes={
                index === 0
                  ? `(min-width: 76rem) ${firstRem}rem, (min-width: 48rem) ${firstVw}vw, 100vw`
                  : `(min-width: 76rem) ${otherRem}rem, (min-width: 48rem) ${large === 2 ? 50 : 33}vw, 1px`
              }
            />
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <ul
          className={`no-scrollbar mt-2 flex snap-x gap-2 overflow-x-auto md:mt-3 md:gap-3 ${movesSideways ? '' : 'md:grid md:auto-cols-fr md:grid-flow-col'}`}
          aria-label="More pictures"
        >
          {images.slice(1).map((image, index) => (
            <li
              key={image.src}
              className={`w-[44%] shrink-0 snap-start ${movesSideways ? 'md:w-[18%]' : 'md:w-auto'} ${index + 1 < large ? 'md:hidden' : ''}`}
            >
              <Tile
                image={image}
                alt={image.alt || toAlt(index + 1)}
                onClick={show(index + 1)}
                sizes={
                  large === 2
                    ? '(min-width: 76rem) 37rem, (min-width: 48rem) 50vw, 44vw'
                    : '(min-width: 76rem) 15rem, (min-width: 48rem) 20vw, 44vw'
                }
              />
            </li>
          ))}
        </ul>
      )}
      {first && images.length > 1 && (
        <a
          href={first.src}
          onClick={show(0)}
          className="mt-3 inline-flex min-h-11 items-center gap-2 rounded-full bg-white px-5 font-semibold text-gulf shadow-card hover:bg-mist md:absolute md:top-4 md:left-4 md:mt-0"
        >
          <Images aria-hidden="true" className="size-5" />
          {`Show all ${images.length} pictures`}
        </a>
      )}
      {open && (
        <open.Lightbox title={title} images={images} start={open.start} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}

interface TileProps {
  image: ImageFile;
  alt: string;
  sizes: string;
  eager?: boolean;
  className?: string;
  onClick(event: MouseEvent<HTMLAnchorElement>): void;
}

function Tile({ image, alt, sizes, eager, className = 'aspect-3/2', onClick }: TileProps) {
  return (
    <a href={image.src} onClick={onClick} className="group block h-full overflow-hidden rounded-2xl">
      <ResponsiveImage
        image={image}
        alt={alt}
        sizes={sizes}
        eager={eager}
        className={`transition-opacity group-hover:opacity-92 ${className}`}
      />
    </a>
  );
}
