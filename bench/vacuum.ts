import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { pino } from 'pino';
import { createPool } from '../src/db/client.server.ts';
import { readTables } from '../src/db/table-schemas.server.ts';
import { compileTables } from '../src/db/tables.server.ts';
import { ensureIndexes } from '../src/features/admin/schema/ensure-indexes.server.ts';
import { readIndexes, schemaIndexes } from '../src/features/admin/schema/indexes-store.server.ts';

/**
 * Vacuums a fresh site's database once its indexes are built: an analyze and an index that is built wait for each other.
 * What the site could not build, since it waits for a lock for some seconds only, is built here.
 */
export async function vacuumBuilt(db: pg.Client, databaseUrl: string): Promise<void> {
  const tables = compileTables(await readTables());
  const names = tables.map(({ name }) => name);
  const isBuilt = async () => {
    const { indexes } = await readIndexes(db, names);
    return tables.flatMap(schemaIndexes).every(({ name }) => indexes.has(name));
  };
  const pool = createPool(databaseUrl);
  try {
    while (!(await isBuilt())) {
      // It leaves them to the site while that builds.
      await ensureIndexes({ pool, tables, log: pino() });
      await sleep(50);
    }
  } finally {
    await pool.end();
  }
  await db.query('vacuum (analyze)');
}
