import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../scripts/postgres.ts';
import { isInMemory, makeDatabaseFolder } from '../scripts/temporary-folder.ts';
import { createDb, createPool } from '../src/db/client.server.ts';
import { migrate } from '../src/db/migrate.server.ts';
import { readTables } from '../src/db/table-schemas.server.ts';
import { compileTables } from '../src/db/tables.server.ts';
import { ensureIndexes } from '../src/features/admin/schema/ensure-indexes.server.ts';
import { createLog } from '../src/platform/observability/logger.server.ts';
import { migrateQueue } from '../src/platform/queue/job-queue.server.ts';
import { seed } from '../src/seed/seed.server.ts';
import { prepareReset } from './database-reset.ts';
import { noFiles } from './seed-without-files.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the server's own database; tests make theirs from `templateName`. */
    serverUrl: string;
    templateName: string;
    /** Whether a database that is used no more is dropped at once: it takes memory, or its server outlives the run. */
    dropsDatabases: boolean;
  }
}

/**
 * One PostgreSQL for the whole run: the one of DATABASE_URL, or an embedded one in a temporary folder. A template
 * database is migrated and seeded once; test files use copies of it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeDatabaseFolder('pcb-test-');
  const configured = process.env.DATABASE_URL;
  const server = configured
    ? { url: configured, stop: async () => {} }
    : await startPostgres(folder, () => {}, { isDisposable: true });
  const templateName = `pcb_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await createDatabase(admin, templateName);
  const templateUrl = databaseUrl(server.url, templateName);
  await fillTemplate(templateUrl);
  const pool = createPool(templateUrl);
  await prepareReset(pool);
  await pool.end();

  project.provide('serverUrl', server.url);
  project.provide('templateName', templateName);
  project.provide('dropsDatabases', Boolean(configured) || isInMemory(folder));
  return async () => {
    if (configured) await dropDatabases(admin, templateName);
    await admin.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Migrates and seeds a new database. */
export async function fillTemplate(url: string): Promise<void> {
  const pool = createPool(url);
  await migrate(pool);
  await migrateQueue(pool, createLog('silent'));
  await seed(createDb(pool), noFiles, { withExamples: true });
  await ensureIndexes({ pool, tables: compileTables(await readTables()), log: createLog('warn') });
  await pool.end();
}

/** Makes a database, empty or as a copy, by copying files: writing each block to the log costs more than the checkpoint. */
export const createDatabase = (admin: pg.Client, name: string, template = 'template1'): Promise<void> =>
  retryInUse(() => admin.query(`create database ${name} template ${template} strategy file_copy`));

export const dropDatabase = (admin: pg.Client, name: string): Promise<void> =>
  retryInUse(() => admin.query(`drop database ${name} with (force)`));

/** Drops the template and its copies that no file has dropped. */
async function dropDatabases(admin: pg.Client, templateName: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    "select datname from pg_database where datname = $1 or starts_with(datname, $1 || '_')",
    [templateName],
  );
  for (const { datname } of rows) await dropDatabase(admin, datname);
}

/** PostgreSQL waits 5 s for connections that are just ending; on a busy machine they take longer. */
async function retryInUse(run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt === 6) throw error;
    }
  }
}

/** The same server, another database. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The same database with settings of the server for each connection, such as `-c jit=off`. */
export function withOptions(databaseUrl: string, options: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', options);
  return url.href;
}
