import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Ctx } from '../../../platform/context.server.ts';
import { runSteps } from '../../../platform/run-steps.server.ts';
import type { ContentType } from '../../../platform/uploads/detect-file-type.server.ts';
import { assertDiskSpace } from '../../../platform/uploads/receive-upload.server.ts';
import { stripMetadata, stripVersion } from '../../../platform/uploads/strip-video-metadata.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { markStripped, setStripError, unstrippedVideos } from '../store.server.ts';
import { variantKey } from './storage-keys.server.ts';

const maxVideosInRun = 5;

const unreadable =
  'This video may hold the place where it was taken, and it could not be removed. Please delete the video, or upload it again.';

/**
 * Strips videos that were stored before uploads were stripped, or by an earlier version; those that cannot be read are
 * listed in the library. One that fails for now holds up no other: the next run tries it again.
 * @throws AggregateError at the end, with the failures
 */
export async function stripStoredVideos(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  let count = 0;
  const stripNext = async (video: StoredVideo) => {
    if (count < maxVideosInRun && (await stripStoredVideo(ctx, video))) count += 1;
  };
  const videos = await unstrippedVideos(ctx.db, stripVersion);
  const steps = videos.map((video) => [`video ${video.id}`, () => stripNext(video)] as const);
  await runSteps(ctx, Object.fromEntries(steps), signal);
}

type StoredVideo = Awaited<ReturnType<typeof unstrippedVideos>>[number];

/** @returns whether it was read; false if its file is missing */
async function stripStoredVideo(
  ctx: Ctx,
  { id, type, file_name, size_bytes }: StoredVideo,
): Promise<boolean> {
  const { db, log, now, settings, storage } = ctx;
  const stored = await storage.get(variantKey(id, file_name));
  if (!stored) {
    // An unmounted folder, or another's bucket, looks empty.
    log.warn({ media: id }, 'a video without its file is stripped later');
    return false;
  }
  const folder = path.join(settings.dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  await assertDiskSpace(folder, size_bytes);
  const file = path.join(folder, `${newId()}.video`);
  const content: ContentType = { type, extension: path.extname(file_name).slice(1) };
  try {
    await pipeline(Readable.fromWeb((await stored.stream()) as never), createWriteStream(file));
    await stripMetadata(file, content);
    await storage.put(variantKey(id, file_name), { file }, type);
    await setStripError(db, id, '');
    log.info({ media: id }, 'a stored video was stripped');
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invalid')) throw error;
    log.error({ media: id }, 'a stored video could not be stripped');
    await setStripError(db, id, unreadable);
  } finally {
    await rm(file, { force: true });
  }
  await markStripped(db, id, { at: now(), version: stripVersion });
  return true;
}
