import type { Ctx } from '../../../platform/context.server.ts';
import { installationId } from '../store.server.ts';
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
    await storage.put(
      own,
      Buffer.from('A site with this id in its database keeps its uploads here.\n'),
      'text/plain',
    );
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

async function marksIn(storage: Ctx['storage']): Promise<Map<string, Date>> {
  const marks = new Map<string, Date>();
  for await (const { key, changedAt } of storage.list(marksFolder)) marks.set(key, changedAt);
  return marks;
}
