import type { Table } from '../../../db/tables.server.ts';
import type { Platform } from '../../../platform/context.server.ts';
import { buildIndex, keepCount, readPrepared, tryLock, wantedIndexes } from './indexes-store.server.ts';

/**
 * Gives every table what its schema asks for and the database lacks: a kept count of its rows, an index for each column
 * that is `indexed` or `searchable`. Lists are right without them, only slower, so the site need not wait for this; what
 * fails is logged and tried again at the next start. Of several processes one does the work.
 */
export async function ensureIndexes({
  pool,
  tables,
  log,
}: Pick<Platform, 'pool' | 'tables' | 'log'>): Promise<void> {
  const all = tables;
  const names = all.map(({ name }) => name);
  const found = await readPrepared(pool, names);
  const missing = all.filter(({ name }) => !found.tables.has(name));
  if (missing.length > 0) {
    log.error({ tables: missing.map(({ name }) => name) }, 'schemas describe tables that no migration makes');
  }
  const here = all.filter(({ name }) => found.tables.has(name));
  const isReady = (table: Table) =>
    found.counted.has(table.name) && wantedIndexes(table).every(({ name }) => found.indexes.has(name));
  if (here.every(isReady)) return;

  const client = await pool.connect();
  const attempt = async (what: object, work: () => Promise<void>) => {
    await work().catch((err) => log.warn({ err, ...what }, 'a table could not be prepared'));
  };
  try {
    if (!(await tryLock(client))) return;
    const now = await readPrepared(client, names);
    for (const table of here) {
      if (!now.counted.has(table.name)) await attempt({ table: table.name }, () => keepCount(client, table));
      for (const index of wantedIndexes(table)) {
        if (now.indexes.has(index.name)) continue;
        await attempt({ index: index.name }, () => buildIndex(client, index, now.broken.has(index.name)));
      }
    }
  } finally {
    // Closed, not kept: its time limits were changed, and the lock ends with it.
    client.release(true);
  }
}
