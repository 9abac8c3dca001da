import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';

export const clearTrouble = (tx: Tx, since: Date) =>
  tx
    .updateTable('calendar_feeds')
    .set({ trouble_mailed_at: null })
    .where('trouble_mailed_at', 'is not', null)
    .where('last_good_at', '>', since)
    .execute();

/** Marks active feeds that failed and had no good reading since then, if the hosts got no mail about them yet. */
export async function markTrouble(tx: Tx, { since, now }: { since: Date; now: Date }) {
  const marked = await tx
    .updateTable('calendar_feeds')
    .set({ trouble_mailed_at: now })
    .where('is_active', '=', true)
    .where('trouble_mailed_at', 'is', null)
    .where('last_error', '<>', '')
    .where(sql<boolean>`greatest(last_good_at, watched_since) <= ${since}`)
    .returning('id')
    .execute();
  return troubled(
    tx,
    marked.map(({ id }) => id),
  );
}

export type TroubledFeed = Awaited<ReturnType<typeof markTrouble>>[number];

async function troubled(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('calendar_feeds as feed')
    .innerJoin('properties', 'properties.id', 'feed.property_id')
    .select([
      'feed.id',
      'feed.name',
      'feed.channel',
      'feed.last_good_at',
      'feed.last_error',
      'properties.title',
    ])
    .where('feed.id', 'in', ids)
    .execute();
}
