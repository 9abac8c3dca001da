import type { ImageData } from '../../../shared/image.ts';
import { escapeHtml } from '../../../shared/text/text.ts';

const sizes = '(min-width: 48rem) 44rem, calc(100vw - 2.5rem)';

const imagePattern = /<img\b[^>]*>/g;
const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

export const imageUrls = (html: string): string[] =>
  [...html.matchAll(imagePattern)].map(([tag]) => attribute(tag, 'src'));

/** Renders sanitised HTML below the post's own heading, library images in all widths. Images from elsewhere, which the CSP blocks, are dropped. */
export const renderPostHtml = (html: string, images: Map<string, ImageData>): string =>
  demoteHeadings(html).replace(imagePattern, (tag) => {
    const image = images.get(attribute(tag, 'src'));
    return image ? imageTag(image, attribute(tag, 'alt') || escapeHtml(image.alt)) : '';
  });

/** The post's title is the page's h1: where the text has h1 too, all of its headings step down. */
const demoteHeadings = (html: string): string =>
  html.includes('<h1>')
    ? html.replace(/<(\/?)h([123])>/g, (_, end, level) => `<${end}h${Number(level) + 1}>`)
    : html;

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
