import path from 'node:path';
import type { Ctx } from '../../platform/context.server.ts';
import { sweepTemporaryFiles } from '../../platform/uploads.server.ts';
import { isUuid } from '../../shared/ids.ts';
import { queueAllSizes } from './all-sizes.server.ts';
import { uploadFolders } from './keys.server.ts';
import { forgottenPictures, knownIds } from './store.server.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/**
 * Puts right what a killed process, a full disk or a broken connection left: temporary files of yesterday, pictures whose
 * sizes nobody makes any more, and stored files older than a day without a row in the library or the trash.
 */
export async function sweepUploads(ctx: Ctx): Promise<void> {
  const { db, settings, log, now } = ctx;
  const temporary = await sweepTemporaryFiles(path.join(settings.dataDir, 'tmp'), now());
  const forgotten = await forgottenPictures(db, new Date(now().getTime() - hourMs));
  for (const id of forgotten) await queueAllSizes(db, id);
  const orphans = await sweepOrphans(ctx);
  if (temporary + forgotten.length + orphans > 0)
    log.info({ temporary, forgotten: forgotten.length, orphans }, 'swept uploads');
}

interface Found {
  key: string;
  id: string;
  isOriginal: boolean;
}

/** So many, and more than half of all: then something else is wrong, perhaps another site's database. */
const suspiciouslyMany = 50;

async function sweepOrphans(ctx: Ctx): Promise<number> {
  const { db, storage, log } = ctx;
  const files = Map.groupBy(await oldFiles(ctx), ({ id }) => id);
  const ids = [...files.keys()];
  const orphans: Found[] = [];
  const unknown = new Set<string>();
  for (let start = 0; start < ids.length; start += batch) {
    const part = ids.slice(start, start + batch);
    const { known, unfinished } = await knownIds(db, part);
    for (const file of part.flatMap((id) => files.get(id) ?? [])) {
      if (!known.has(file.id)) unknown.add(file.id);
      if (!(file.isOriginal ? unfinished : known).has(file.id)) orphans.push(file);
    }
  }
  if (unknown.size > suspiciouslyMany && unknown.size > ids.length / 2) {
    log.error(
      { unknown: unknown.size, of: ids.length },
      'most stored files belong to no row; none was removed',
    );
    return 0;
  }
  for (const { key } of orphans) await storage.remove(key);
  return orphans.length;
}

const batch = 1_000;

async function oldFiles({ storage, now }: Ctx): Promise<Found[]> {
  const before = now().getTime() - dayMs;
  const found: Found[] = [];
  for (const folder of uploadFolders) {
    for await (const { key, changedAt } of storage.list(folder)) {
      const [, id = ''] = key.split('/');
      if (isUuid(id) && changedAt.getTime() < before)
        found.push({ key, id, isOriginal: folder === 'originals/' });
    }
  }
  return found;
}

/**
 * Removes the files of uploads whose rows are gone for good; call it after the commit. What cannot be removed now is
 * removed by the sweep.
 */
export async function forgetMedia(ctx: Pick<Ctx, 'storage' | 'log'>, ids: string[]): Promise<void> {
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
