import type { Ctx } from '../../platform/context.server.ts';
import type { ImageData } from '../../shared/image.ts';
import { imagesByUrl } from './store.server.ts';

/** The absolute address of a JPEG for a mail: mail programs know no AVIF and choose no width. */
export function emailImageUrl({ src, widths }: ImageData, siteUrl: string): string {
  const width = widths.find((one) => one >= 1200) ?? widths.at(-1);
  return `${siteUrl}${src.replace(/\d+\.jpg$/, `${width}.jpg`)}`;
}

/**
 * An image of the library for a mail.
 * @param url as a row's field holds it; `undefined` or another site's: none
 */
export async function loadEmailImage(
  { settings }: Ctx,
  db: Ctx['db'],
  { url, alt }: { url: string | undefined; alt: string },
): Promise<{ url: string; alt: string } | undefined> {
  const image = url ? (await imagesByUrl(db, [url])).get(url) : undefined;
  return image && { url: emailImageUrl(image, settings.appUrl), alt };
}
