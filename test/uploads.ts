import sharp from 'sharp';
import { box, element, mp4Film, webmBlock, webmHeader, webmTrack } from './films.ts';
import type { Browser } from './sign-in.ts';

export const plainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8fc7bd' } });

/** What the site's own pages state about where a form comes from. */
export const fromOwnPage = { 'Sec-Fetch-Site': 'same-origin' };

/** Uploads one file as the site's pages do. */
export function upload(
  browser: Browser,
  kind: 'media' | 'file',
  content: Uint8Array | string,
  name = 'upload.bin',
  fields: Record<string, string> = {},
): Promise<Response> {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  const part = typeof content === 'string' ? content : new Uint8Array(content);
  body.append('file', new File([part], name, { type: 'image/png' }));
  return browser.request('POST', `/api/upload/${kind}`, { body, headers: fromOwnPage });
}

/** A short MP4 film with its location, in each place where phones write it. */
export const filmWithPlace = (place: string): Buffer =>
  mp4Film({
    tracks: [{ handler: 'vide', samples: ['the film itself'], extra: [box('udta', place)] }],
    extra: [box('udta', box('\xa9xyz', place)), box('meta', place)],
    before: [box('uuid', place)],
  });

/** A short WebM film. */
export const webmFilm = Buffer.concat([
  webmHeader,
  element(
    0x18_53_80_67,
    element(0x16_54_ae_6b, webmTrack(1, 1)),
    element(0x1f_43_b6_75, webmBlock(1, 'the film itself')),
  ),
]);
