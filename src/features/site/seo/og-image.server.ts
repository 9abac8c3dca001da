import { createWorker, WorkerExited } from '../../../platform/images/child-worker.server.ts';
import { AppError } from '../../../shared/errors.ts';

/** What is written on a picture that people see where a page is shared. */
export interface OgImageText {
  title: string;
  /** A short line above the title. */
  kicker: string;
  siteName: string;
}

/** What the drawing process is asked. */
export interface OgImageRequest extends OgImageText {
  picture: Uint8Array | null;
}

/** What it answers. */
export type OgImageResponse = { jpeg: Uint8Array } | { problem: string };

const drawer = createWorker<OgImageRequest, OgImageResponse>(
  new URL('./og-image.worker.server.ts', import.meta.url),
  { idleBeforeStopMs: 2_000, longestWorkMs: 20_000 },
);

/**
 * Draws a JPEG of 1200 × 630 pixels: the words in the site's display face over a picture. It is drawn by a process of its
 * own, one at a time, which gives its memory back when nothing was asked for a while.
 * @param picture a JPEG of our own library, or `null` for a plain ground
 * @throws AppError `unavailable` when the process ended, Error when the drawing failed
 */
export async function renderOgImage(words: OgImageText, picture: Buffer | null): Promise<Buffer> {
  const response = await drawer({ ...words, picture }).catch((cause: unknown) => {
    if (!(cause instanceof WorkerExited)) throw cause;
    const message = 'This picture could not be drawn just now. Please try again.';
    throw new AppError('unavailable', message, { retryAfterSeconds: 10, cause });
  });
  if ('jpeg' in response) return Buffer.from(response.jpeg);
  throw new Error(`a share picture could not be drawn: ${response.problem}`);
}
