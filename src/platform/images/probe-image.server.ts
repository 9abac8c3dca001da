import { open } from 'node:fs/promises';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'svg';

/** More would take too much memory to decode; for an AVIF the decoder holds up to 18 bytes for each pixel. */
export const maxMegapixels = (format: ImageFormat): number => (format === 'avif' ? 24 : 50);

/** @param pixels of the picture, where they are known */
export function tooManyPixels(format: ImageFormat, pixels: number | null): string {
  if (format !== 'avif') return 'This picture has more than 50 megapixels. Please choose a smaller one.';
  // Rounded up, so that no picture is refused for a number that is allowed.
  const megapixels = pixels === null ? null : Math.ceil(pixels / 1e5) / 10;
  const size = megapixels === null ? '' : `; this one has ${megapixels}`;
  const advice = (megapixels ?? 0) > maxMegapixels('jpeg') ? 'Make it smaller' : 'Save it as JPEG or WebP';
  return `An AVIF may have at most ${maxMegapixels('avif')} megapixels${size}. ${advice} and try again.`;
}

export const unreadable = 'This file could not be read as a picture.';

/** What the first bytes say; only these formats ever reach a decoder. */
export function detectImageFormat(head: Buffer): ImageFormat | null {
  const text = head.toString('latin1', 0, 64);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (/^ftypavi[fs]/.test(text.slice(4))) return 'avif';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  return /^<(svg|\?xml)\s/.test(text) ? 'svg' : null;
}

/** The headers of a picture lie in its first megabyte, behind whatever a camera wrote about itself. */
const headBytes = 1_000_000;

/** The first bytes of a file, as many as a picture's headers may take. */
export async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * How many pixels a picture's headers claim, read without decoding anything, so that a flood of them costs nothing; null
 * where they do not say. The decoder has the same limit.
 */
export function declaredPixels(head: Buffer): number | null {
  const size = readDimensions[detectImageFormat(head) ?? 'svg'](head);
  return size && size[0] * size[1];
}

type Size = [width: number, height: number];

const at = (head: Buffer, end: number): boolean => head.length >= end;

const readDimensions: Record<ImageFormat, (head: Buffer) => Size | null> = {
  svg: () => null,
  png: (head) =>
    at(head, 24) && head.toString('latin1', 12, 16) === 'IHDR'
      ? [head.readUInt32BE(16), head.readUInt32BE(20)]
      : null,
  gif: (head) => (at(head, 10) ? [head.readUInt16LE(6), head.readUInt16LE(8)] : null),
  webp: webpSize,
  jpeg: jpegSize,
  avif: avifSize,
};

/** RFC 9649, sections 2.5 to 2.7. */
function webpSize(head: Buffer): Size | null {
  if (!at(head, 30)) return null;
  const chunk = head.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1];
  if (chunk === 'VP8 ') return [head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff];
  if (chunk !== 'VP8L') return null;
  const bits = head.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

/** The frame header (SOF) among the segments of ITU-T T.81, annex B. */
function jpegSize(head: Buffer): Size | null {
  for (let place = 2; at(head, place + 9); ) {
    if (head[place] !== 0xff) return null;
    const marker = head[place + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [head.readUInt16BE(place + 7), head.readUInt16BE(place + 5)];
    if (marker === 0xff) place += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) place += 2;
    else place += 2 + head.readUInt16BE(place + 2);
  }
  return null;
}

/** The largest of the item properties `ispe` (ISO/IEC 23008-12, 6.5.3): tiles and thumbnails have smaller ones. */
function avifSize(head: Buffer): Size | null {
  let largest: Size | null = null;
  for (let place = head.indexOf('ispe'); place >= 0 && at(head, place + 16); ) {
    const size: Size = [head.readUInt32BE(place + 8), head.readUInt32BE(place + 12)];
    if (!largest || size[0] * size[1] > largest[0] * largest[1]) largest = size;
    place = head.indexOf('ispe', place + 4);
  }
  return largest;
}
