import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { readTables } from '../src/db/table-schemas.server.ts';
import { compileTables } from '../src/db/tables.server.ts';
import { readIndexes, schemaIndexes } from '../src/features/admin/schema/indexes-store.server.ts';

const buildsWithinMs = 60_000;

/** Vacuums a fresh site's database once its indexes are built: an analyze and an index that is built wait for each other. */
export async function vacuumBuilt(db: pg.Client): Promise<void> {
  const tables = compileTables(await readTables());
  const names = tables.map(({ name }) => name);
  const deadline = performance.now() + buildsWithinMs;
  const isBuilt = async () => {
    const { indexes } = await readIndexes(db, names);
    return tables.flatMap(schemaIndexes).every(({ name }) => indexes.has(name));
  };
  while (!(await isBuilt())) {
    if (performance.now() > deadline) throw new Error('The site did not build its indexes in time.');
    await sleep(50);
  }
  await db.query('vacuum (analyze)');
}
