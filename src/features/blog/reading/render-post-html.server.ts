import type { ImageData } from '../../../shared/image.ts';

/** How wide a picture in a post is shown, in the words of the `sizes` attribute. */
const sizes = '(min-width: 48rem) 44rem, calc(100vw - 2.5rem)';

const picture = /<img\b[^>]*>/g;
const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** The addresses of the pictures in sanitised HTML. */
export const imageUrls = (html: string): string[] =>
  [...html.matchAll(picture)].map(([tag]) => attribute(tag, 'src'));

/**
 * Sanitised HTML as a post's page shows it: below the post's own heading, with each picture of the library in all its
 * widths. Pictures from elsewhere, which the page's policy keeps from loading, are left out.
 * @param known the library's pictures by the addresses under which the text names them
 */
export const renderPostHtml = (html: string, known: Map<string, ImageData>): string =>
  demoteHeadings(html).replace(picture, (tag) => {
    const found = known.get(attribute(tag, 'src'));
    return found ? imageTag(found, attribute(tag, 'alt') || escaped(found.alt)) : '';
  });

/** The post's title is the page's first heading: where the text has such headings too, all of its headings step down. */
const demoteHeadings = (html: string): string =>
  html.includes('<h1>')
    ? html.replace(/<(\/?)h([123])>/g, (_, end, level) => `<${end}h${Number(level) + 1}>`)
    : html;

function imageTag(picture: ImageData, alt: string): string {
  const folder = picture.src.slice(0, picture.src.lastIndexOf('/'));
  const all = (type: string) =>
    picture.widths.map((width) => `${folder}/${width}.${type} ${width}w`).join(', ');
  const source = (type: string) => `<source type="image/${type}" srcset="${all(type)}" sizes="${sizes}" />`;
  const size = `width="${picture.width}" height="${picture.height}"`;
  return (
    `<picture>${source('avif')}${source('webp')}<img src="${picture.src}" srcset="${all('jpg')}" sizes="${sizes}" ` +
    `${size} alt="${alt}" loading="lazy" decoding="async" /></picture>`
  );
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
