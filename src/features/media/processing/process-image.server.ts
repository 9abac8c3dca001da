import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import type { Db } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { encodeAllSizes, isEncoderEnded } from '../../../platform/images/encode-image.server.ts';
import { addJob } from '../../../platform/queue/jobs-store.server.ts';
import { storageAway } from '../../../platform/storage/storage.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { markReady, mediaById, setFailed } from '../store.server.ts';
import { originalKey, variantKey } from './storage-keys.server.ts';

/** Queues one job for all sizes of an image, even if it is called again; call it in the image's transaction. */
export const enqueueProcessing = (db: Db, id: string, afterSeconds = 0): Promise<void> =>
  addJob(db, 'make_all_sizes', { id }, { key: `sizes:${id}`, maxAttempts: 10, priority: 10, afterSeconds });

/** How often the job has been tried, this time included, and how often it may be. */
export interface EncodingAttempt {
  number: number;
  maxAttempts: number;
}

/** A decoder may fail for other reasons than the image, so only a repeated failure counts. */
const maxDecodeFailures = 3;
const limit = pLimit(2);

/**
 * Makes every size of an upload. At most two uploads are processed at once, so that mail never waits behind images.
 * @throws for the queue to retry
 */
export async function encodeUpload(ctx: Ctx, id: string, attempt: EncodingAttempt): Promise<void> {
  const row = await mediaById(ctx.db, id);
  if (row?.status !== 'processing') return;
  if (limit.activeCount >= limit.concurrency) return enqueueProcessing(ctx.db, id, 2);
  return limit(() => encodeOrFail(ctx, id, row.width, attempt));
}

async function encodeOrFail(
  ctx: Ctx,
  id: string,
  displayWidth: number | null,
  attempt: EncodingAttempt,
): Promise<void> {
  const { db, log } = ctx;
  try {
    const widths = await makeFiles(ctx, id, displayWidth);
    if (await markReady(db, id, widths)) await removeOriginal(ctx, id);
  } catch (error) {
    if (attempt.number < attemptsUntilFailed(error, attempt.maxAttempts)) throw error;
    log.error({ err: error, media: id }, 'the sizes of a picture could not be made');
    const message = 'Its other sizes could not be made. Please upload it again.';
    if (await setFailed(db, id, message)) await removeOriginal(ctx, id);
  }
}

const removeOriginal = ({ storage, log }: Ctx, id: string): Promise<void> =>
  storage.remove(originalKey(id)).catch((err) => log.warn({ err, media: id }, 'swept later'));

/**
 * The attempts after which the image counts as faulty. Failures of storage or database do not count: when they end, the
 * image is queued again.
 */
function attemptsUntilFailed(error: unknown, maxAttempts: number): number {
  if (isEncoderEnded(error)) return maxAttempts;
  const isVerdict = error instanceof AppError && error.code !== 'unavailable';
  return isVerdict ? Math.min(maxDecodeFailures, maxAttempts) : Number.POSITIVE_INFINITY;
}

/** @param displayWidth the size that pages show already, which never changes @returns all widths */
async function makeFiles(ctx: Ctx, id: string, displayWidth: number | null): Promise<number[]> {
  const { storage, settings } = ctx;
  const original = await storage.get(originalKey(id));
  if (!original) {
    // An unmounted folder, or another's bucket, looks empty.
    if (!(await storage.get(variantKey(id, `${displayWidth}.jpg`))))
      throw storageAway('both files are missing');
    throw new AppError('invalid', 'The uploaded picture is gone.');
  }
  const folder = path.join(settings.dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${newId()}.original`);
  try {
    await pipeline(Readable.fromWeb((await original.stream()) as never), createWriteStream(file));
    const { widths, files } = await encodeAllSizes({ file });
    for (const made of files) {
      if (made.name !== `${displayWidth}.jpg`)
        await storage.put(variantKey(id, made.name), made.body, made.type);
    }
    return widths;
  } finally {
    await rm(file, { force: true });
  }
}
