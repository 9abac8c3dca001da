import type { ImageData } from '../../shared/image.ts';
import { escapeHtml } from '../../shared/text/text.ts';

const sizes = '(min-width: 48rem) 44rem, calc(100vw - 2.5rem)';

const imagePattern = /<img\b[^>]*>/g;
const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** The addresses of the images in sanitised HTML. */
export const imageUrls = (html: string): string[] =>
  [...html.matchAll(imagePattern)].map(([tag]) => attribute(tag, 'src'));

/**
 * Renders library images of sanitised HTML in all widths, loaded lazily. Other images are dropped, since the CSP blocks
 * them.
 */
export const renderImages = (html: string, images: ReadonlyMap<string, ImageData>): string =>
  html.replace(imagePattern, (tag) => {
    const image = images.get(attribute(tag, 'src'));
    return image ? imageTag(image, attribute(tag, 'alt') || escapeHtml(image.alt)) : '';
  });

function imageTag(image: ImageData, alt: string): string {
  const folder = image.src.slice(0, image.src.lastIndexOf('/'));
  const all = (type: string) =>
    image.widths.map((width) => `${folder}/${width}.${type} ${width}w`).join(', ');
  const source = (type: string) => `<source type="image/${type}" srcset="${all(type)}" sizes="${sizes}" />`;
  const size = `width="${image.width}" height="${image.height}"`;
  return (
    `<picture>${source('avif')}${source('webp')}<img src="${image.src}" srcset="${all('jpg')}" sizes="${sizes}" ` +
    `${size} alt="${alt}" loading="lazy" decoding="async" /></picture>`
  );
}
