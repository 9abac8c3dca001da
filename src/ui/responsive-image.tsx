import type { ImageData as ImageFile } from '../shared/image.ts';

interface ResponsiveImageProps {
  image: ImageFile;
  sizes: string;
  /** Needs a ratio or a height, so that nothing moves when the image arrives. */
  className?: string;
  /** Loads the page's largest image without delay. */
  eager?: boolean;
  /** Overrides the image's; empty for decoration. */
  alt?: string;
  blurred?: boolean;
}

/** Shows a blurred placeholder until it has loaded. */
export function ResponsiveImage({
  image,
  sizes,
  className = '',
  eager = false,
  alt = image.alt,
  blurred = true,
}: ResponsiveImageProps) {
  const folder = image.src.slice(0, image.src.lastIndexOf('/'));
  const sources = (type: string) =>
    image.widths.map((width) => `${folder}/${width}.${type} ${width}w`).join(', ');
  return (
    <span className={`relative block overflow-hidden bg-glass ${className}`}>
      {blurred && image.blur && (
        <img
          src={image.blur}
          alt=""
          aria-hidden="true"
          className="absolute inset-0 size-full scale-110 object-cover blur-lg"
        />
      )}
      <picture>
        <source type="image/avif" srcSet={sources('avif')} sizes={sizes} />
        <source type="image/webp" srcSet={sources('webp')} sizes={sizes} />
        <img
          src={image.src}
          srcSet={sources('jpg')}
          sizes={sizes}
          width={image.width}
          height={image.height}
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
