import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { installationId, knowsStorage, saveStorageMarked } from '../store.server.ts';
import { markKey, marksFolder } from './storage-keys.server.ts';

/** Marks the storage as used by this database. @returns since when, or `null` when another database has left its mark, too */
export async function ownedSince({
  db,
  storage,
  log,
}: Pick<Ctx, 'db' | 'storage' | 'log'>): Promise<Date | null> {
  const own = markKey(await installationId(db));
  let marks = await marksIn(storage);
  if (!marks.has(own)) {
    await putMark(storage, own);
    marks = await marksIn(storage);
  }
  const others = [...marks.keys()].filter((key) => key !== own);
  if (others.length === 0) return marks.get(own) ?? null;
  log.error(
    { own, others },
    'another database uses this storage, too: nothing is removed from it. Give each site its own, and delete the marks of databases that are gone',
  );
  return null;
}

const putMark = (storage: Ctx['storage'], key: string): Promise<void> =>
  storage.put(
    key,
    Buffer.from('A site with this id in its database keeps its uploads here.\n'),
    'text/plain',
  );

/** Whether uploads of this database lie in a storage that has its mark, and this one lacks it. @throws AppError `unavailable` */
export const isOtherStorage = async (ctx: Pick<Ctx, 'db' | 'storage'>): Promise<boolean> =>
  // The database is read first: another process that starts now marks the storage before the database knows of it.
  (await knowsStorage(ctx.db)) && !(await hasStorageMark(ctx));

const hasStorageMark = async ({ db, storage }: Pick<Ctx, 'db' | 'storage'>): Promise<boolean> =>
  (await storage.get(markKey(await installationId(db)))) !== null;

/**
 * Leaves the mark of this database in its storage; while the storage is unavailable nothing is done.
 * @throws Error in an operator's words when uploads of this database lie in another storage
 */
export async function claimStorage(
  ctx: Pick<Ctx, 'db' | 'storage' | 'log' | 'now' | 'settings'>,
): Promise<void> {
  const { db, storage, log, now, settings } = ctx;
  try {
    if (await isOtherStorage(ctx)) throw new OtherStorageError(settings.storageUrl);
    if (!(await hasStorageMark(ctx))) await putMark(storage, markKey(await installationId(db)));
    await saveStorageMarked(db, now());
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    log.warn({ err }, 'the storage is away, so whether it is the one of this database is not known');
  }
}

class OtherStorageError extends Error {
  constructor(storageUrl: string) {
    super(
      `The files of this site lie in another storage than ${storageUrl.split('?')[0]}, which lacks the mark of its database: ` +
        'let STORAGE_URL name the one that all machines share. docs/settings.md ("Storage") says how to start without the files.',
    );
  }
}

async function marksIn(storage: Ctx['storage']): Promise<Map<string, Date>> {
  const marks = new Map<string, Date>();
  for await (const { key, changedAt } of storage.list(marksFolder)) marks.set(key, changedAt);
  return marks;
}
