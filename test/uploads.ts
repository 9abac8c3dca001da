import sharp from 'sharp';
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

const box = (type: string, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string, 'latin1')));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/** The skeleton of an MP4 film with its location, in each place where phones write it. */
export const filmWithPlace = (place: string): Buffer =>
  Buffer.concat([
    box('ftyp', 'isom\0\0\0\0isommp42'),
    box('moov', box('mvhd', 'head'), box('udta', box('\xa9xyz', place)), box('meta', place)),
    box('moov', box('trak', box('tkhd', 'track'), box('udta', place)), box('mvex', 'x')),
    box('uuid', place),
    box('mdat', 'the film itself'),
  ]);

/** The beginning of a WebM film. */
export const webmFilm = Buffer.concat([
  Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\x82\x84webm', 'latin1'),
  Buffer.alloc(200, 'film'),
]);
