import type { Db } from '../../../db/client.server.ts';
import { countThreads, listThreads, searchNewestThreads, type ThreadFilter } from './store.server.ts';

/** The number of newest conversations that a search reads before it uses the indexes: common words are found there. */
const newest = 1_000;
/** Counts at most this many rows; beyond it the total is a minimum. */
const countedAhead = 1_000;

/** A page of conversations, the latest message first. `hasMore`: there are more than `total`. */
export async function findThreads(db: Db, filter: ThreadFilter, page: { limit: number; offset: number }) {
  const { search } = filter;
  if (search) {
    const rows = await searchNewestThreads(db, { ...filter, search }, { ...page, newest });
    if (rows.length === page.limit) {
      const all = await countThreads(db, {}, newest + 1);
      return { rows, total: rows[0]?.matches ?? 0, hasMore: all > newest };
    }
  }
  const max = page.offset + countedAhead;
  const [rows, total] = await Promise.all([listThreads(db, filter, page), countThreads(db, filter, max)]);
  return { rows, total, hasMore: total === max };
}
