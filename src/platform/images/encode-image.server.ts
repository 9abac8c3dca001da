import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { createWorker, WorkerExited } from './child-worker.server.ts';
import {
  declaredPixels,
  detectImageFormat,
  type ImageFormat,
  maxMegapixels,
  readHead,
  tooManyPixels,
} from './probe-image.server.ts';

/** One encoded size of a picture; `name` is for instance `960.avif`. */
export interface ImageFile {
  name: string;
  type: string;
  body: Buffer;
}

/** Everything a page needs to show a picture, and the files themselves. Sizes in pixels. */
export interface ImageVariants {
  /** Of the largest variant, upright. */
  width: number;
  height: number;
  /** Ascending; each exists as `.avif`, `.webp` and `.jpg`. */
  widths: number[];
  /** A tiny WebP, under 400 characters, to show while the picture loads. */
  blurDataUrl: string;
  files: ImageFile[];
}

/** A picture to read: its bytes, or a file of this machine, so that large ones need not pass through our memory. */
export type ImageSource = Buffer | { file: string };

/** What the encoder process is asked; `first` wants the largest JPEG alone, and goes before those that want all. */
export interface EncodeRequest {
  source: ImageSource;
  format: ImageFormat;
  first: boolean;
}

/** What it answers. */
export type EncodeResponse = { variants: ImageVariants } | { code: ErrorCode; message: string };

const encoder = createWorker<EncodeRequest, EncodeResponse>(
  new URL('./encode-image.worker.server.ts', import.meta.url),
  // Somebody waits for those that want their first size alone.
  { idleBeforeStopMs: 1_500, longestWorkMs: 60_000, isHighPriority: ({ first }) => first },
);

/**
 * Re-encodes a picture in several widths and formats. Nothing of the original file survives but its pixels: no EXIF, no
 * place, no profile, no second frame. The type is read from the bytes; names and declared types are not looked at.
 * Decoding runs in a process of its own, which a hostile file may crash, which holds no secrets, and which gives its
 * memory back when the last picture is done.
 *
 * @param options.allowSvg also accept SVG; only for files that are part of this repository
 * @throws AppError `unsupportedType` for anything but JPEG, PNG, WebP, AVIF and GIF, `tooLarge` above 50 megapixels (AVIF 24),
 *   `invalid` when the bytes cannot be read, `unavailable` when the process ended, which says nothing of the picture
 */
export async function encodeAllSizes(
  source: ImageSource,
  options: { allowSvg?: boolean } = {},
): Promise<ImageVariants> {
  return runEncoder({
    source,
    format: await fitFormat(source, options.allowSvg ?? false),
    first: false,
  });
}

/**
 * The same, but only the largest JPEG, which can be shown while the other sizes are not made yet; `widths` is its own.
 * @throws AppError as `makeVariants`
 */
export async function encodePreview(source: ImageSource): Promise<ImageVariants> {
  return runEncoder({ source, format: await fitFormat(source, false), first: true });
}

/** What a picture is by its first bytes, unless it is refused for what they say. */
async function fitFormat(source: ImageSource, allowSvg: boolean): Promise<ImageFormat> {
  const head = Buffer.isBuffer(source) ? source : await readHead(source.file);
  const format = detectImageFormat(head);
  if (!format || (format === 'svg' && !allowSvg)) {
    throw new AppError('unsupportedType', 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture.');
  }
  const pixels = declaredPixels(head);
  if ((pixels ?? 0) > maxMegapixels(format) * 1e6)
    throw new AppError('tooLarge', tooManyPixels(format, pixels));
  return format;
}

const encoderEnded = (cause: WorkerExited): AppError =>
  new AppError('unavailable', 'This picture could not be worked on just now. Please try again.', {
    retryAfterSeconds: 10,
    cause,
  });

/** Whether a failure is that of the process that works on pictures, and not of the storage. */
export const isEncoderEnded = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof WorkerExited;

async function runEncoder(question: EncodeRequest): Promise<ImageVariants> {
  const response = await encoder(question).catch((reason: unknown) => {
    throw reason instanceof WorkerExited ? encoderEnded(reason) : reason;
  });
  if ('variants' in response) return response.variants;
  throw new AppError(response.code, response.message);
}
