import { createWorker, throwUnavailable } from '../../../platform/images/child-worker.server.ts';

export interface OgImageText {
  title: string;
  kicker: string;
  siteName: string;
}

export interface OgImageRequest extends OgImageText {
  image: Uint8Array | null;
}

export type OgImageResponse = { jpeg: Uint8Array } | { problem: string };

const runWorker = createWorker<OgImageRequest, OgImageResponse>(
  new URL('./og-image.worker.server.ts', import.meta.url),
  { maxWaiting: 20, idleBeforeStopMs: 2_000, maxWorkMs: 20_000 },
);

/**
 * Renders a JPEG of 1200 × 630 in a worker process.
 * @param image a JPEG of our library, or `null`
 * @throws AppError `unavailable`, Error
 */
export async function renderOgImage(text: OgImageText, image: Buffer | null): Promise<Buffer> {
  const response = await runWorker({ ...text, image }).catch(
    throwUnavailable('This picture could not be drawn just now. Please try again.'),
  );
  if ('jpeg' in response) return Buffer.from(response.jpeg);
  throw new Error(`a share picture could not be drawn: ${response.problem}`);
}
