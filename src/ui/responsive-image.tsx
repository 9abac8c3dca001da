import type { ImageData as PictureFile } from '../shared/image.ts';

interface ResponsiveImageProps {
  picture: PictureFile;
  sizes: string;
  /** Needs a ratio or a height, so that nothing moves when the image arrives. */
  className?: string;
  /** For the page's largest image: not lazy. */
  eager?: boolean;
  /** Overrides the image's; empty for decoration. */
  alt?: string;
  blurred?: boolean;
}

/** Shows a blurred placeholder until it has loaded. */
export function ResponsiveImage({
  picture,
  sizes,
  className = '',
  eager = false,
  alt = picture.alt,
  blurred = true,
}: ResponsiveImageProps) {
  const folder = picture.src.slice(0, picture.src.lastIndexOf('/'));
  const sources = (type: string) =>
    picture.widths.map((width) => `${folder}/${width}.${type} ${width}w`).join(', ');
  return (
    <span className={`relative block overflow-hidden bg-glass ${className}`}>
      {blurred && picture.blur && (
        <img
          src={picture.blur}
          alt=""
          aria-hidden="true"
          className="absolute inset-0 size-full scale-110 object-cover blur-lg"
        />
      )}
      <picture>
        <source type="image/avif" srcSet={sources('avif')} sizes={sizes} />
        <source type="image/webp" srcSet={sources('webp')} sizes={sizes} />
        <img
          src={picture.src}
          srcSet={sources('jpg')}
          sizes={sizes}
          width={picture.width}
          height={picture.height}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      </picture>
    </span>
  );
}
