import type { ImageData } from '../../../shared/image.ts';
import { renderImages } from '../../media/rich-text-images.server.ts';

/** Renders sanitised HTML below the post's own heading, with its library images. */
export const renderPostHtml = (html: string, images: Map<string, ImageData>): string =>
  renderImages(demoteHeadings(html), images);

/** The post's title is the page's h1: where the text has h1 too, all of its headings step down. */
const demoteHeadings = (html: string): string =>
  html.includes('<h1>')
    ? html.replace(/<(\/?)h([123])>/g, (_, end, level) => `<${end}h${Number(level) + 1}>`)
    : html;
