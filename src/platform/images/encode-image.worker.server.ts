import sharp, { type Sharp } from 'sharp';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { serveRequests } from './child-worker.server.ts';
import type { EncodeRequest, EncodeResponse, ImageFile, ImageVariants } from './encode-image.server.ts';
import { type ImageFormat, maxMegapixels, tooManyPixels, unreadable } from './probe-image.server.ts';

/*
 * The process behind makeVariants: it is only ever forked, and answers one picture at a time. It ends when its parent
 * disconnects.
 */

interface Raster {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

const standardWidths = [480, 800, 1200, 1800];
const maxWidth = 1800;
/** WebP stores no side longer than 16 383 px; this keeps the tallest variant below it. */
const maxProportion = 9;
/** Each holds tens of megabytes while it works. */
const encoderConcurrency = 2;

const encoders: { extension: string; type: string; encode: (picture: Sharp) => Sharp }[] = [
  {
    extension: 'avif',
    type: 'image/avif',
    encode: (picture) => picture.avif({ quality: 55, effort: 1, chromaSubsampling: '4:2:0' }),
  },
  { extension: 'webp', type: 'image/webp', encode: (picture) => picture.webp({ quality: 74, effort: 2 }) },
  {
    extension: 'jpg',
    type: 'image/jpeg',
    encode: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 78, progressive: true }),
  },
];

sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
});

async function encode({ source, format, first }: EncodeRequest): Promise<ImageVariants> {
  const input = 'file' in source ? source.file : Buffer.from(source);
  const limitInputPixels = maxMegapixels(format) * 1e6;
  const base = await decode(sharp(input, { limitInputPixels, pages: 1, failOn: 'error' }));
  const picture = () => sharp(base.data, { raw: base.info });
  const smaller = first ? [] : standardWidths.filter((width) => width < base.info.width);
  const widths = [...smaller, base.info.width];
  const wanted = first ? encoders.filter(({ extension }) => extension === 'jpg') : encoders;
  const files: ImageFile[] = [];
  const waiting = widths.flatMap((width) => wanted.map((encoder) => ({ width, ...encoder })));
  const encodeNext = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const body = await next.encode(picture().resize({ width: next.width })).toBuffer();
      files.push({ name: `${next.width}.${next.extension}`, type: next.type, body });
    }
  };
  await Promise.all(Array.from({ length: encoderConcurrency }, encodeNext));
  const blur = await picture()
    .resize({ width: 16, height: 16, fit: 'inside' })
    .webp({ quality: 30 })
    .toBuffer();
  const { width, height } = base.info;
  return { width, height, widths, files, blurDataUrl: `data:image/webp;base64,${blur.toString('base64')}` };
}

/** The upright first frame, no wider than the largest variant, as plain pixels. */
async function decode(source: Sharp): Promise<Raster> {
  const { width, height } = (await source.metadata()).autoOrient;
  if (Math.max(width, height) > maxProportion * Math.min(width, height)) {
    throw new AppError('invalid', 'This picture is too long and narrow.');
  }
  const upright = source.autoOrient().resize({ width: maxWidth, withoutEnlargement: true });
  return upright.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
}

function toRefusal(reason: unknown, format: ImageFormat): { code: ErrorCode; message: string } {
  if (reason instanceof AppError) return { code: reason.code, message: reason.message };
  if (reason instanceof Error && reason.message.includes('pixel limit')) {
    return { code: 'tooLarge', message: tooManyPixels(format, null) };
  }
  return { code: 'invalid', message: unreadable };
}

serveRequests<EncodeRequest, EncodeResponse>((question) =>
  encode(question).then(
    (variants) => ({ variants }),
    (reason) => toRefusal(reason, question.format),
  ),
);
