import { Images } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import type { Picture as PictureFacts } from '../../../shared/picture.ts';
import { Lightbox } from '../../../ui/lightbox.tsx';
import { Picture } from '../../../ui/picture.tsx';

interface GalleryProps {
  title: string;
  pictures: PictureFacts[];
}

/** The first pictures are shown large, the others in a strip below them. */
const large = 3;

const places = ['md:col-span-2 md:row-span-2', 'hidden md:block', 'hidden md:block'] as const;

/** Every picture of a home. Each is a link to itself, which opens it over the whole window where scripts run. */
export function Gallery({ title, pictures }: GalleryProps) {
  const [open, setOpen] = useState<number | null>(null);
  if (pictures.length === 0)
    return <div className="aspect-3/1 rounded-3xl bg-linear-to-br from-glass to-lagoon" />;
  const show = (index: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(index);
  };
  const label = `Pictures of ${title}`;
  const [first] = pictures;
  return (
    <section aria-label={label} className="relative">
      <ul className="grid gap-2 md:grid-cols-3 md:gap-3">
        {pictures.slice(0, large).map((picture, index) => (
          <li key={picture.src} className={places[index]}>
            <Tile
              picture={picture}
              onClick={show(index)}
              eager={index === 0}
              // As high as the two beside it with the space between them.
              className={index === 0 ? 'aspect-3/2 md:aspect-auto md:h-full' : undefined}
              sizes={
                index === 0
                  ? '(min-width: 76rem) 48rem, (min-width: 48rem) 66vw, 100vw'
                  : '(min-width: 76rem) 24rem, (min-width: 48rem) 33vw, 1px'
              }
            />
          </li>
        ))}
      </ul>
      <ul
        className="no-scrollbar mt-2 flex snap-x gap-2 overflow-x-auto md:mt-3 md:grid md:auto-cols-fr md:grid-flow-col md:gap-3"
        aria-label="More pictures"
      >
        {pictures.slice(1).map((picture, index) => (
          <li
            key={picture.src}
            className={`w-[44%] shrink-0 snap-start md:w-auto ${index + 1 < large ? 'md:hidden' : ''}`}
          >
            <Tile
              picture={picture}
              onClick={show(index + 1)}
              sizes="(min-width: 76rem) 15rem, (min-width: 48rem) 20vw, 44vw"
            />
          </li>
        ))}
      </ul>
      {first && (
        <a
          href={first.src}
          onClick={show(0)}
          className="mt-3 inline-flex min-h-11 items-center gap-2 rounded-full bg-white px-5 font-semibold text-gulf shadow-card hover:bg-mist md:absolute md:top-4 md:left-4 md:mt-0"
        >
          <Images aria-hidden="true" className="size-5" />
          {`Show all ${pictures.length} pictures`}
        </a>
      )}
      {open !== null && (
        <Lightbox label={label} pictures={pictures} start={open} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}

interface TileProps {
  picture: PictureFacts;
  sizes: string;
  eager?: boolean;
  className?: string;
  onClick(event: MouseEvent): void;
}

function Tile({ picture, sizes, eager, className = 'aspect-3/2', onClick }: TileProps) {
  return (
    <a href={picture.src} onClick={onClick} className="group block h-full overflow-hidden rounded-2xl">
      <Picture
        picture={picture}
        sizes={sizes}
        eager={eager}
        className={`transition-opacity group-hover:opacity-92 ${className}`}
      />
    </a>
  );
}
