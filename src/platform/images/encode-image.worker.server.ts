import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '../../shared/errors.ts';
import { serveRequests } from './child-worker.server.ts';
import type { EncodeRequest, EncodeResponse, ImageFile, ImageVariants } from './encode-image.server.ts';
import { assertFewPixels, maxMegapixels } from './image-limits.server.ts';

/* The program of the process that decodes images: forked, never imported; ends when its parent disconnects. */

interface Raster {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

const standardWidths = [480, 800, 1200, 1800];
const maxWidth = 1800;
/** WebP stores no side longer than 16 383 px; this keeps the tallest variant below it. */
const maxProportion = 9;
const encoderConcurrency = 2;

const encoders: { extension: string; type: string; encode: (image: Sharp) => Sharp }[] = [
  {
    extension: 'avif',
    type: 'image/avif',
    encode: (image) => image.avif({ quality: 55, effort: 1, chromaSubsampling: '4:2:0' }),
  },
  { extension: 'webp', type: 'image/webp', encode: (image) => image.webp({ quality: 74, effort: 2 }) },
  {
    extension: 'jpg',
    type: 'image/jpeg',
    encode: (image) => image.flatten({ background: '#ffffff' }).jpeg({ quality: 78, progressive: true }),
  },
];

sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
});

async function encode({ source, first }: EncodeRequest): Promise<ImageVariants> {
  const input = 'file' in source ? source.file : Buffer.from(source);
  const base = await decode(input);
  const image = () => sharp(base.data, { raw: base.info });
  const { width, height } = base.info;
  const widths = first ? [width] : [...standardWidths.filter((standard) => standard < width), width];
  const formats = first ? encoders.filter(({ extension }) => extension === 'jpg') : encoders;
  const inTurn = pLimit(encoderConcurrency);
  const files = widths.flatMap((size) =>
    formats.map(({ extension, type, encode: toFormat }) =>
      inTurn(async (): Promise<ImageFile> => {
        const body = await toFormat(image().resize({ width: size })).toBuffer();
        return { name: `${size}.${extension}`, type, body };
      }),
    ),
  );
  const blur = await image()
    .resize({ width: 16, height: 16, fit: 'inside' })
    .webp({ quality: 30 })
    .toBuffer();
  const blurDataUrl = `data:image/webp;base64,${blur.toString('base64')}`;
  return { width, height, widths, blurDataUrl, files: await Promise.all(files) };
}

/** Decodes the first frame, upright, after a check of the size that its headers claim (T-81). */
async function decode(input: string | Buffer): Promise<Raster> {
  const { format, width, height, icc } = await sharp(input, { limitInputPixels: false, pages: 1 }).metadata();
  const isAvif = format === 'heif';
  assertFewPixels(width * height, isAvif);
  if (Math.max(width, height) > maxProportion * Math.min(width, height)) {
    throw new AppError('invalid', 'This picture is too long and narrow.');
  }
  const limitInputPixels = maxMegapixels(isAvif) * 1e6;
  const image = sharp(input, { limitInputPixels, pages: 1, failOn: 'error' })
    .autoOrient()
    .resize({ width: maxWidth, withoutEnlargement: true })
    .toColourspace('srgb');
  // Converts a profile: with one and 16 bits a channel the library works in Display P3, and raw pixels carry no profile.
  // Without a profile it would take 16 bits for Display P3, although they are sRGB.
  if (icc) image.withIccProfile('srgb');
  return image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
}

serveRequests<EncodeRequest, EncodeResponse>(async (request) => {
  try {
    return { variants: await encode(request) };
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message };
    return { code: 'invalid', message: 'This file could not be read as a picture.' };
  }
});
