import type { Platform } from '../../../platform/context.server.ts';
import { buildIndex, readIndexes, schemaIndexes, tryLock } from './indexes-store.server.ts';

/** Builds indexes of `indexed` and `searchable` columns, in one of several processes. Lists work without; failures are retried at the next start. */
export async function ensureIndexes({
  pool,
  tables,
  log,
}: Pick<Platform, 'pool' | 'tables' | 'log'>): Promise<void> {
  const names = tables.map(({ name }) => name);
  const present = await readIndexes(pool, names);
  const missing = names.filter((name) => !present.tables.has(name));
  if (missing.length > 0) log.error({ tables: missing }, 'schemas describe tables that no migration makes');
  const indexes = tables.filter(({ name }) => present.tables.has(name)).flatMap(schemaIndexes);
  if (indexes.every(({ name }) => present.indexes.has(name))) return;

  const client = await pool.connect();
  try {
    if (!(await tryLock(client))) return;
    const now = await readIndexes(client, names);
    for (const index of indexes.filter(({ name }) => !now.indexes.has(name))) {
      await buildIndex(client, index, now.broken.has(index.name)).catch((err) =>
        log.warn({ err, index: index.name }, 'an index could not be built'),
      );
    }
  } finally {
    // Closed, not returned: its time limits were changed, and the lock ends with it.
    client.release(true);
  }
}
