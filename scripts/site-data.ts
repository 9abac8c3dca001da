import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { folderOfUrl } from '../src/platform/storage/disk.server.ts';
import { AppError } from '../src/shared/errors.ts';
import { type Command, type DataDirLock, DataDirLocked, lockDataDir } from './lock.ts';
import { becomesReachable, startPostgres } from './postgres.ts';
import { urlFile } from './postgres-cluster.ts';

/** The data of a site: its database, and the folder of its files. */
export interface SiteData {
  client: pg.Client;
  databaseUrl: string;
  /** Null if the files lie in a bucket, which has copies of its own. */
  storageFolder: string | null;
  /** Holds a backup's rows and files during a restore, until they are moved to their place. */
  unpackFolder: string;
  close(): Promise<void>;
}

/** The name of connections that are no site's. */
export const siteDataConnection = 'pcb-site-data';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The folders that these settings name. */
export function dataFolders(env: NodeJS.ProcessEnv) {
  const dataDir = path.resolve(env.DATA_DIR || path.join(root, 'data'));
  const storageUrl = env.STORAGE_URL || `file:${path.join(dataDir, 'storage')}`;
  const storageFolder = storageUrl.startsWith('file:') ? path.resolve(folderOfUrl(storageUrl)) : null;
  // The folder lies beside that of the files, so that a rename is enough to move them.
  return {
    dataDir,
    storageFolder,
    unpackFolder: `${storageFolder ?? path.join(dataDir, 'storage')}.restoring`,
  };
}

/**
 * Opens the data that `npm start` would use with these settings. The embedded database is started when it does not run,
 * and stopped again; until then the site cannot be started with it.
 * @throws DataDirLocked when something else works with the embedded database, other than a site that is backed up
 */
export async function openSiteData(env: NodeJS.ProcessEnv, command: Command): Promise<SiteData> {
  const { dataDir, storageFolder, unpackFolder } = dataFolders(env);
  mkdirSync(dataDir, { recursive: true });
  const { databaseUrl, stop } = env.DATABASE_URL
    ? { databaseUrl: env.DATABASE_URL, stop: async () => {} }
    : await openEmbedded(dataDir, command);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: siteDataConnection });
  client.on('error', () => {});
  await client.connect().catch(async (error: Error) => {
    await stop();
    throw new Error(`The database does not answer: ${error.message}.`);
  });
  return {
    client,
    databaseUrl,
    storageFolder,
    unpackFolder,
    async close() {
      await client.end();
      await stop();
    },
  };
}

interface OpenDatabase {
  databaseUrl: string;
  stop(): Promise<void>;
}

async function openEmbedded(dataDir: string, command: Command): Promise<OpenDatabase> {
  const lock = lockUnlessRunning(dataDir, command);
  if (!lock) return { databaseUrl: await runningDatabase(dataDir), stop: async () => {} };
  const { url, wasRunning, stop } = await startPostgres(dataDir, logStep);
  return {
    databaseUrl: url,
    async stop() {
      if (!wasRunning) await stop();
      lock.release();
    },
  };
}

/** @returns null when a site runs, whose backup is to be made */
function lockUnlessRunning(dataDir: string, command: Command): DataDirLock | null {
  try {
    return lockDataDir(dataDir, command);
  } catch (error) {
    const isBackupOfSite =
      error instanceof DataDirLocked && error.command === 'npm start' && command === 'npm run backup';
    if (isBackupOfSite) return null;
    throw error;
  }
}

/** The database of a site that runs, or is just starting. */
async function runningDatabase(dataDir: string): Promise<string> {
  const url = () => {
    try {
      return (JSON.parse(readFileSync(urlFile(dataDir), 'utf8')) as { url: string }).url;
    } catch {
      return '';
    }
  };
  if (url() && (await becomesReachable(url(), 30_000))) return url();
  throw new Error('The database of the running site does not answer: try again when the site does.');
}

export const logStep = (line: string): void => console.log(`• ${line} …`);

/** The file that the command names, relative to the user's folder. */
export const namedFile = (name: string): string => path.resolve(process.env.INIT_CWD || '.', name);

/** Returns what an operator reads of a failure. The message of an AppError is for guests, its cause for operators. */
export function failureSentence(error: unknown): string {
  const {
    code,
    message,
    syscall,
    path: file,
  } = (
    error instanceof AppError && error.cause instanceof Error ? error.cause : error
  ) as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'The disk is full: free some space and try again.';
  if (!file || (code !== 'EACCES' && code !== 'EPERM')) return message;
  const isEntryChanged = ['mkdir', 'rename', 'unlink', 'rmdir'].includes(syscall ?? '');
  const what = isEntryChanged ? `write to ${path.dirname(file)}` : `open ${file}`;
  return `This user may not ${what}: change its owner or mode, or use another user.`;
}

/** Ends with one sentence instead of a trace. */
export async function main(work: () => Promise<string>): Promise<void> {
  try {
    console.log(`\n${await work()}`);
  } catch (error) {
    console.error(`\n${failureSentence(error)}`);
    process.exitCode = 1;
  }
}
