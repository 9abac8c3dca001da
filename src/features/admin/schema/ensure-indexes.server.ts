import type { PoolClient } from 'pg';
import type { Platform } from '../../../platform/context.server.ts';
import { buildIndex, type Index, readIndexes, schemaIndexes, tryLock } from './indexes-store.server.ts';

/**
 * Builds the indexes of `indexed` and `searchable` columns, in one of several processes. Lists work without them;
 * failures are retried at the next start.
 */
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
      await buildOrRetry(client, index, now.broken.has(index.name)).catch((err) =>
        log.warn({ err, index: index.name }, 'an index could not be built'),
      );
    }
  } finally {
    // Closed, not returned: its time limits were changed, and the lock ends with it.
    client.release(true);
  }
}

const maxTries = 3;

/**
 * An `analyze` of the table waits for its index, and the index waits for every older snapshot, so PostgreSQL cancels
 * one of them (40P01).
 */
async function buildOrRetry(client: PoolClient, index: Index, isBroken: boolean, tries = 1): Promise<void> {
  try {
    await buildIndex(client, index, isBroken);
  } catch (error) {
    if ((error as { code?: string }).code !== '40P01' || tries === maxTries) throw error;
    await buildOrRetry(client, index, true, tries + 1);
  }
}
