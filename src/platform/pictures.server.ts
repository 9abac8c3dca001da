import { type ChildProcess, fork } from 'node:child_process';
import { AppError, type ErrorCode } from '../shared/errors.ts';

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

/** What the encoder process answers. */
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
export function makeVariants(
  input: Buffer,
  options: { trustedVector?: boolean } = {},
): Promise<PictureVariants> {
  const format = formatOf(input);
  if (!format || (format === 'svg' && !options.trustedVector)) {
    return Promise.reject(
      new AppError('unsupportedType', 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture.'),
    );
  }
  return askEncoder(input);
}

/** What the first bytes say; only these formats ever reach a decoder. */
function formatOf(input: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'svg' | null {
  const text = input.toString('latin1', 0, 64);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (/^ftypavi[fs]/.test(text.slice(4))) return 'avif';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  return /^<(svg|\?xml)\s/.test(text) ? 'svg' : null;
}

let encoder: { process: ChildProcess; waiting: Map<number, Waiting>; idle?: NodeJS.Timeout } | null = null;
let lastId = 0;

function askEncoder(input: Buffer): Promise<PictureVariants> {
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
    process.send({ id, input });
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
