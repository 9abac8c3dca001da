import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres } from './postgres.ts';

/** What a site keeps: its database, and the folder of its files. */
export interface SiteData {
  client: pg.Client;
  databaseUrl: string;
  /** Null where the files lie in a bucket, which has copies of its own. */
  storageFolder: string | null;
  close(): Promise<void>;
}

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Opens the data that `npm start` would use with these settings. The embedded database is started when it does not run,
 * and stopped again.
 */
export async function openSiteData(env: NodeJS.ProcessEnv): Promise<SiteData> {
  const dataDir = path.resolve(env.DATA_DIR || path.join(root, 'data'));
  const storageUrl = env.STORAGE_URL || `file:${path.join(dataDir, 'storage')}`;
  mkdirSync(dataDir, { recursive: true });
  const embedded = env.DATABASE_URL ? null : await startPostgres(dataDir, say);
  const databaseUrl = env.DATABASE_URL || embedded?.url || '';
  const stop = async () => {
    if (embedded && !embedded.wasRunning) await embedded.stop();
  };
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'pcb-site-data' });
  client.on('error', () => {});
  await client.connect().catch(async (error: Error) => {
    await stop();
    throw new Error(`The database does not answer: ${error.message}.`);
  });
  return {
    client,
    databaseUrl,
    storageFolder: storageUrl.startsWith('file:') ? folderOf(storageUrl) : null,
    async close() {
      await client.end();
      await stop();
    },
  };
}

const folderOf = (url: string): string =>
  url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);

export const say = (line: string): void => console.log(`• ${line} …`);

/** The file that the command names, from where the person stands. */
export const namedFile = (name: string): string => path.resolve(process.env.INIT_CWD || '.', name);

/** Ends with one sentence instead of a trace. */
export async function main(work: () => Promise<string>): Promise<void> {
  try {
    console.log(`\n${await work()}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    console.error(`\n${code === 'ENOSPC' ? 'The disk is full: free some space and try again.' : message}`);
    process.exitCode = 1;
  }
}
