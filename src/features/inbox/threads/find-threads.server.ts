import type { Db } from '../../../db/client.server.ts';
import { countThreads, listThreads, searchNewestThreads, type ThreadFilter } from './store.server.ts';

/** How many conversations a search reads before it asks the indexes for all of them: common words are found there. */
const newest = 1_000;
/** Nobody turns so many pages, and for who does it is counted on from there. */
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
