import { open } from 'node:fs/promises';
import { imageSize } from 'image-size';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { createWorker, throwUnavailable, WorkerExited } from './child-worker.server.ts';
import { detectImage } from './detect-image.server.ts';
import { assertFewPixels } from './image-limits.server.ts';

export interface ImageFile {
  name: string;
  type: string;
  body: Buffer;
}

/** What a page needs to show an image, and the files themselves. Sizes in pixels. */
export interface ImageVariants {
  width: number;
  height: number;
  /** Ascending; each exists as `.avif`, `.webp` and `.jpg`. */
  widths: number[];
  /** A tiny WebP, under 400 characters, to show while the image loads. */
  blurDataUrl: string;
  files: ImageFile[];
}

/** Bytes, or a local file, so that large images need not pass through this process. */
export type ImageSource = Buffer | { file: string };

/** `first`: only the largest JPEG, before requests for all sizes. */
export interface EncodeRequest {
  source: ImageSource;
  first: boolean;
}

export type EncodeResponse = { variants: ImageVariants } | { code: ErrorCode; message: string };

const encoder = createWorker<EncodeRequest, EncodeResponse>(
  new URL('./encode-image.worker.server.ts', import.meta.url),
  {
    maxWaiting: 20,
    idleBeforeStopMs: 1_500,
    maxWorkMs: 60_000,
    // A host is waiting for the first size.
    isHighPriority: ({ first }) => first,
  },
);

/**
 * Re-encodes an image, whose type is detected from its bytes, in several widths and formats. Only its pixels are copied: no
 * EXIF, no GPS, no profile, no second frame. Decoding runs in a separate process, because a hostile file may crash it; the
 * process has no secrets, and frees its memory after the last image.
 * @param options.allowSvg also accept SVG; only for files of this repository
 * @throws AppError `unsupportedType`, `tooLarge` (50 megapixels, AVIF 24), `invalid`; `unavailable` if the process ended or
 *   many wait
 */
export async function encodeAllSizes(
  source: ImageSource,
  options: { allowSvg?: boolean } = {},
): Promise<ImageVariants> {
  if (!options.allowSvg) await assertDecodable(source);
  return runEncoder({ source, first: false });
}

/** Encodes only the largest JPEG, to show until the other sizes are made. @throws AppError as `encodeAllSizes` */
export async function encodePreview(source: ImageSource): Promise<ImageVariants> {
  await assertDecodable(source);
  return runEncoder({ source, first: true });
}

async function assertDecodable(source: ImageSource): Promise<void> {
  const head = Buffer.isBuffer(source) ? source : await readHead(source.file);
  const type = await detectImage(head);
  if (!type) throw new AppError('unsupportedType', 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture.');
  // The decoder checks this again; checking here keeps a flood of such files from starting a process (T-81).
  assertFewPixels(declaredPixels(head) ?? 0, type === 'avif');
}

function declaredPixels(head: Buffer): number | null {
  try {
    // The head is copied, because image-size reads past the end of a short file into the memory behind it.
    const { width, height } = imageSize(new Uint8Array(head.subarray(0, headBytes)));
    return width * height;
  } catch {
    return null;
  }
}

/** Most headers are shorter than this; a hostile JPEG of this size takes `image-size` 50 ms. */
const headBytes = 256 * 1024;

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

export const isEncoderEnded = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof WorkerExited;

async function runEncoder(request: EncodeRequest): Promise<ImageVariants> {
  const response = await encoder(request).catch(
    throwUnavailable('This picture could not be worked on just now. Please try again.'),
  );
  if ('variants' in response) return response.variants;
  throw new AppError(response.code, response.message);
}
