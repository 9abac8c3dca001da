import { type ChildProcess, fork } from 'node:child_process';
import { AppError, type ErrorCode } from '../shared/errors.ts';
import {
  claimedPixels,
  maxPixels,
  pictureFormatOf,
  readHead,
  tooManyPixels,
} from './pictures-size.server.ts';

/** One encoded size of a picture; `name` is for instance `960.avif`. */
export interface PictureFile {
  name: string;
  type: string;
  body: Buffer;
}

/** Everything a page needs to show a picture, and the files themselves. Sizes in pixels. */
export interface PictureVariants {
  /** Of the largest variant, upright. */
  width: number;
  height: number;
  /** Ascending; each exists as `.avif`, `.webp` and `.jpg`. */
  widths: number[];
  /** A tiny WebP, under 400 characters, to show while the picture loads. */
  blurDataUrl: string;
  files: PictureFile[];
}

/** A picture to read: its bytes, or a file of this machine, so that large ones need not pass through our memory. */
export type PictureSource = Buffer | { file: string };

/** What the encoder process is asked; `first` wants the largest JPEG alone, and goes before those that want all. */
export interface EncoderQuestion {
  id: number;
  source: PictureSource;
  first: boolean;
}

/** What it answers. */
export type EncoderAnswer =
  | { id: number; variants: PictureVariants }
  | { id: number; code: ErrorCode; message: string };

interface Waiting {
  resolve(variants: PictureVariants): void;
  reject(reason: Error): void;
}

const unreadable = 'This file could not be read as a picture.';
const idleBeforeStopMs = 1_500;
const longestWorkMs = 60_000;

/**
 * Re-encodes a picture in several widths and formats. Nothing of the original file survives but its pixels: no EXIF, no
 * place, no profile, no second frame. The type is read from the bytes; names and declared types are not looked at.
 * Decoding runs in a process of its own, which a hostile file may crash, which holds no secrets, and which gives its
 * memory back when the last picture is done.
 *
 * @param options.trustedVector also accept SVG; only for files that are part of this repository
 * @throws AppError `unsupportedType` for anything but JPEG, PNG, WebP, AVIF and GIF, `tooLarge` above 50 megapixels,
 *   `invalid` when the bytes cannot be read
 */
export async function makeVariants(
  source: PictureSource,
  options: { trustedVector?: boolean } = {},
): Promise<PictureVariants> {
  await refuseUnfit(source, options.trustedVector ?? false);
  return askEncoder(source, false);
}

/**
 * The same, but only the largest JPEG, which can be shown while the other sizes are not made yet; `widths` is its own.
 * @throws AppError as `makeVariants`
 */
export async function makeFirstVariant(source: PictureSource): Promise<PictureVariants> {
  await refuseUnfit(source, false);
  return askEncoder(source, true);
}

async function refuseUnfit(source: PictureSource, trustedVector: boolean): Promise<void> {
  const head = Buffer.isBuffer(source) ? source : await readHead(source.file);
  const format = pictureFormatOf(head);
  if (!format || (format === 'svg' && !trustedVector)) {
    throw new AppError('unsupportedType', 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture.');
  }
  if ((claimedPixels(head) ?? 0) > maxPixels) throw new AppError('tooLarge', tooManyPixels);
}

let encoder: { process: ChildProcess; waiting: Map<number, Waiting>; idle?: NodeJS.Timeout } | null = null;
let lastId = 0;

function askEncoder(source: PictureSource, first: boolean): Promise<PictureVariants> {
  encoder ??= startEncoder();
  const { process, waiting, idle } = encoder;
  clearTimeout(idle);
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const tooSlow = setTimeout(() => process.kill('SIGKILL'), longestWorkMs * (waiting.size + 1));
    const settle = <A extends unknown[]>(settled: (...args: A) => void) => {
      return (...args: A) => {
        clearTimeout(tooSlow);
        settled(...args);
      };
    };
    waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
    process.send({ id, source, first } satisfies EncoderQuestion);
  });
}

function startEncoder(): NonNullable<typeof encoder> {
  const child = fork(new URL('./picture-encoder.server.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const started: NonNullable<typeof encoder> = { process: child, waiting: new Map() };
  const forget = () => {
    if (encoder === started) encoder = null;
  };
  child.on('message', (answer: EncoderAnswer) => {
    const waiter = started.waiting.get(answer.id);
    started.waiting.delete(answer.id);
    if ('variants' in answer) waiter?.resolve(answer.variants);
    else waiter?.reject(new AppError(answer.code, answer.message));
    if (started.waiting.size > 0) return;
    clearTimeout(started.idle);
    started.idle = setTimeout(() => {
      forget();
      child.disconnect();
    }, idleBeforeStopMs);
  });
  child.on('exit', () => {
    forget();
    for (const waiter of started.waiting.values()) waiter.reject(new AppError('invalid', unreadable));
    started.waiting.clear();
  });
  return started;
}
