import path from 'node:path';
import type { Ctx } from '../../../platform/context.server.ts';
import { deleteStaleTempFiles } from '../../../platform/uploads/receive-upload.server.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { existingIds, stuckImages } from '../store.server.ts';
import { enqueueProcessing } from './process-image.server.ts';
import { uploadFolders } from './storage-keys.server.ts';
import { ownedSince } from './storage-owner.server.ts';

/**
 * Deletes temporary files older than a day, originals that are no longer needed, and stored files without a row for 30
 * days. Resumes interrupted processing.
 */
export async function deleteOrphanedUploads(ctx: Ctx): Promise<void> {
  const { db, settings, log, now } = ctx;
  const temporary = await deleteStaleTempFiles(path.join(settings.dataDir, 'tmp'), now());
  const staleIds = await stuckImages(db, new Date(now().getTime() - hourMs));
  for (const id of staleIds) await enqueueProcessing(db, id);
  const since = await ownedSince(ctx);
  const orphans = since ? await deleteOrphans(ctx, since) : 0;
  if (temporary + staleIds.length + orphans > 0)
    log.info({ temporary, stale: staleIds.length, orphans }, 'swept uploads');
}

interface Orphan {
  key: string;
  id: string;
  isOriginal: boolean;
  changedAt: Date;
}

/** This many orphans, if more than half of all files, mean another fault, perhaps a restored old database. */
const suspiciouslyMany = 50;

/** Orphans stay as long as deleted rows: a database restored from some days ago finds its newer uploads again. */
const orphanDays = 30;

/** @param since older files were there before this database, and may be another's */
async function deleteOrphans(ctx: Ctx, since: Date): Promise<number> {
  const { db, storage, log, now } = ctx;
  const files = Map.groupBy(await oldFiles(ctx, since), ({ id }) => id);
  const ids = [...files.keys()];
  const removable: Orphan[] = [];
  const unknown = new Set<string>();
  const orphanedBefore = now().getTime() - orphanDays * dayMs;
  for (let start = 0; start < ids.length; start += batch) {
    const part = ids.slice(start, start + batch);
    const { existing, unfinished } = await existingIds(db, part);
    for (const file of part.flatMap((id) => files.get(id) ?? [])) {
      const isStored = existing.has(file.id);
      if (!isStored) unknown.add(file.id);
      const isUnneeded = isStored && file.isOriginal && !unfinished.has(file.id);
      const isOrphan = !isStored && file.changedAt.getTime() < orphanedBefore;
      if (isUnneeded || isOrphan) removable.push(file);
    }
  }
  if (unknown.size > suspiciouslyMany && unknown.size > ids.length / 2) {
    log.error(
      { unknown: unknown.size, of: ids.length },
      'most stored files belong to no row; none was removed',
    );
    return 0;
  }
  for (const { key } of removable) await storage.remove(key);
  return removable.length;
}

const batch = 1_000;

async function oldFiles({ storage, now }: Ctx, since: Date): Promise<Orphan[]> {
  const before = now().getTime() - dayMs;
  const orphans: Orphan[] = [];
  for (const folder of uploadFolders) {
    for await (const { key, changedAt } of storage.list(folder)) {
      const [, id = ''] = key.split('/');
      if (isUuid(id) && changedAt > since && changedAt.getTime() < before)
        orphans.push({ key, id, isOriginal: folder === 'originals/', changedAt });
    }
  }
  return orphans;
}

/** Removes the files of purged uploads; call it after the commit. What fails now is left to `deleteOrphanedUploads`. */
export async function deleteMediaFiles(
  ctx: Pick<Ctx, 'db' | 'storage' | 'log'>,
  ids: string[],
): Promise<void> {
  const isOwn = await ownedSince(ctx).catch((err) => {
    ctx.log.warn({ err, media: ids }, 'the files of deleted uploads are removed later');
  });
  if (!isOwn) return;
  for (const id of ids.filter(isUuid)) {
    try {
      for (const folder of uploadFolders) {
        for await (const { key } of ctx.storage.list(`${folder}${id}/`)) await ctx.storage.remove(key);
      }
    } catch (err) {
      ctx.log.warn({ err, media: id }, 'the files of a deleted upload are removed later');
    }
  }
}
