import { createReadStream, existsSync, rmSync, statSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { surviveBrokenConnections } from '../src/db/client.server.ts';
import { migrate } from '../src/db/migrate.server.ts';
import { parseBackupKey, parseBackupPlace } from '../src/env-parsers.server.ts';
import {
  type BackupIndex,
  hadRun,
  listDataTables,
  readVersions,
  storagePrefix,
} from '../src/platform/backups/backup-form.server.ts';
import { openBackupPlace, splitBackupUrl } from '../src/platform/backups/backup-place.server.ts';
import { loadRows } from '../src/platform/backups/load-rows.server.ts';
import { unpackBackup } from '../src/platform/backups/unpack-backup.server.ts';
import { createLog } from '../src/platform/observability/logger.server.ts';
import { migrateQueue } from '../src/platform/queue/job-queue.server.ts';
import { createEndedAccessTable, endAccessAgain } from './end-access-again.ts';
import { createPauseTable, pausePayments } from './pause-payments.ts';
import {
  assertNoMountPoint,
  assertSiteStopped,
  dropFilesAside,
  dropRowsAside,
  putBack,
  setFilesAside,
  setRowsAside,
} from './set-aside.ts';
import {
  dataFolders,
  logStep,
  main,
  namedFile,
  openSiteData,
  type SiteData,
  siteDataConnection,
} from './site-data.ts';
import { createRestoreTable, type UnsentMail, withholdMail } from './withhold-mail.ts';

interface RestoreOptions {
  /** Whether a site that has data may lose it. */
  replace: boolean;
  /** Whether what came in since an interrupted restore may be lost. */
  discardNewRows: boolean;
  /** Whether mail that waited when the backup was made is left out. */
  withoutMail: boolean;
}

/**
 * Restores a backup. The whole archive is checked before anything is changed; the rows are restored in one
 * transaction, and the files take their place at its end. Until then what the site held is only set aside, and every
 * failure puts it back.
 */
async function restore({ open, key }: BackupSource, options: RestoreOptions): Promise<string> {
  const { storageFolder } = dataFolders(process.env);
  if (storageFolder) await assertNoMountPoint(storageFolder);
  const data = await openSiteData(process.env, 'npm run restore');
  const unpacked = data.unpackFolder;
  try {
    await lockRestore(data);
  } catch (error) {
    await data.close();
    throw error;
  }
  const removeUnpacked = () => rmSync(unpacked, { recursive: true, force: true });
  removeUnpacked();
  // Rows of guests are not left behind; what was set aside is put back by the next restore.
  const end = () => {
    removeUnpacked();
    process.exit(1);
  };
  for (const event of endingEvents) process.once(event, end);
  try {
    await assertSiteStopped(data.client);
    if (await putBack(data, options)) logStep('Putting back what an interrupted restore had set aside');
    if (!options.replace && (await hasData(data)))
      throw new Error('This site has data already. To lose it for what the backup holds, add --replace.');
    logStep('Reading the backup');
    const index = await unpackBackup(await open(), unpacked, { key });
    const hasFiles = Object.keys(index.checksums).some((name) => name.startsWith(storagePrefix));
    if (hasFiles && !data.storageFolder)
      throw new Error('The backup holds files, but STORAGE_URL names no folder: set it to file:/a/folder.');
    await assertNotNewer(index);
    logStep('Bringing back the rows');
    const outcome = await replaceAll(data, index, { unpacked, ...options }).catch(async (error: Error) => {
      const state = await putBack(data, { discardNewRows: false }).then(
        () => 'The site is as it was before.',
        () =>
          'What the site held is set aside: restore again before you start it, which puts that back first.',
      );
      throw new Error(`${error.message}\n${state}`, { cause: error });
    });
    await dropFilesAside(data);
    await data.client.query('analyze');
    return [
      `The site is as it was on ${index.madeAt}.`,
      mailNote(outcome.mails, options),
      unsentNote(outcome.unsent),
      accessNote(outcome.endedAccess),
      sessionNote,
      paymentNote,
    ].join('');
  } finally {
    removeUnpacked();
    await data.close();
    // A listener for the end of the channel would keep this process alive, while the one that started it waits for its end.
    for (const event of endingEvents) process.off(event, end);
  }
}

interface BackupSource {
  open(): Promise<Readable>;
  /** The key of an encrypted backup; `null` if BACKUP_KEY is not set. */
  key: Buffer | null;
}

/**
 * Finds the backup that a file or a URL names, or the newest of a place.
 * @throws Error when there is none
 */
async function findBackup(name: string): Promise<BackupSource> {
  const problems: string[] = [];
  const key = parseBackupKey(process.env.BACKUP_KEY?.trim() ?? '', problems);
  const isUrl = /^(?:file|s3):/.test(name);
  const file = namedFile(name);
  if (!isUrl && !existsSync(file)) throw new Error(`There is no file ${file}.`);
  if (!isUrl && statSync(file).isFile()) {
    if (problems.length > 0) throw new Error(problems.join('\n'));
    return { key, open: async () => createReadStream(file) };
  }
  const from = splitBackupUrl(isUrl ? name : `file:${file}`);
  const settings = parseBackupPlace(from.url, process.env, problems);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const place = openBackupPlace(settings, '');
  const names = await place.names().catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error;
    throw new Error(`${from.url} cannot be read: ${message}`, { cause: error });
  });
  const newest = from.name ?? names.at(-1);
  if (!newest || !names.includes(newest))
    throw new Error(`There is no backup ${from.name ?? ''} at ${from.url}.`.replace('  ', ' '));
  logStep(`Restoring ${newest}`);
  return { key, open: () => place.open(newest) };
}

const endingEvents = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'];

const restoreLock = 7_233_002;

async function lockRestore({ client }: SiteData): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    restoreLock,
  ]);
  if (!rows[0]?.locked)
    throw new Error('Another restore works with this database: wait until it has finished.');
}

async function hasData({ client, storageFolder }: SiteData): Promise<boolean> {
  if (storageFolder && existsSync(storageFolder) && (await readdir(storageFolder)).length > 0) return true;
  for (const { name } of await listDataTables(client)) {
    const { rowCount } = await client.query(`select 1 from ${name} limit 1`);
    if (rowCount) return true;
  }
  return false;
}

async function assertNotNewer({ format, versions }: BackupIndex): Promise<void> {
  const files = await readdir(new URL('../src/db/migrations/', import.meta.url));
  const versionsHere = files.map((name) => Number.parseInt(name, 10));
  const newest = Math.max(...versionsHere);
  const isUnknown = (version: number) => !versionsHere.includes(version);
  if (format !== 1 || versions.site > newest || versions.migrations?.some(isUnknown)) {
    throw new Error(
      `The backup is of a newer version of the site (${versions.site}, this one knows ${newest}): update the site first.`,
    );
  }
}

interface Unpacked {
  unpacked: string;
  withoutMail: boolean;
}

interface Outcome {
  /** How many mails wait in the backup's queue. */
  mails: number;
  /** What was due since the backup, and is not sent again automatically. */
  unsent: UnsentMail;
  /** How much of the backup's access had ended since; `null` where nothing knows. */
  endedAccess: number | null;
}

async function replaceAll(data: SiteData, index: BackupIndex, from: Unpacked): Promise<Outcome> {
  await dropFilesAside(data);
  await setRowsAside(data);
  await prepareTables(data, index);
  return bringBack(data, index, from);
}

/** Makes empty tables as those of the backup were. */
async function prepareTables({ client, databaseUrl }: SiteData, index: BackupIndex): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, application_name: siteDataConnection });
  surviveBrokenConnections(pool);
  try {
    await migrate(pool, (version) => hadRun(index, version));
    await migrateQueue(pool, createLog('silent'));
  } finally {
    await pool.end();
  }
  const made = await readVersions(client);
  if (made && made.queue < index.versions.queue)
    throw new Error('The backup is of a newer version of the queue: update the site first.');
}

async function bringBack(
  data: SiteData,
  index: BackupIndex,
  { unpacked, withoutMail }: Unpacked,
): Promise<Outcome> {
  const { client, storageFolder } = data;
  await client.query('begin');
  await client.query(`select set_config('pcb.restoring', 'on', true)`);
  await createPauseTable(client);
  await createRestoreTable(client);
  await createEndedAccessTable(client);
  await loadRows(client, index, unpacked);
  await pausePayments(client, index.madeAt);
  // Some had ended since the backup. One of the first versions had none.
  if (index.tables.some(({ name }) => name === 'public.sessions'))
    await client.query('delete from public.sessions');
  const unsent = await withholdMail(client, index.madeAt);
  const endedAccess = await endAccessAgain(client, index.madeAt);
  const { rowCount: mails } = await client.query(withoutMail ? deleteMails : selectMails);
  await dropRowsAside(data);
  if (storageFolder) {
    logStep('Bringing back the files');
    const restored = path.join(unpacked, storagePrefix);
    await mkdir(restored, { recursive: true });
    await setFilesAside(storageFolder, restored);
  }
  await client.query('commit');
  return { mails: mails ?? 0, unsent, endedAccess };
}

const mailsWaiting = `graphile_worker._private_jobs where task_id in
  (select id from graphile_worker._private_tasks where identifier = 'send_mail')`;
const selectMails = `select 1 from ${mailsWaiting} and attempts < max_attempts`;
const deleteMails = `delete from ${mailsWaiting}`;

const sessionNote = ' Everybody has to sign in again.';
const paymentNote =
  ' After its start it charges and refunds nothing until it has applied what the card provider did since then; this takes minutes.';

function mailNote(mails: number, { withoutMail }: RestoreOptions): string {
  if (mails === 0) return '';
  return withoutMail
    ? ` Mails left out of the queue: ${mails}.`
    : ` Mails that wait and go out at the next start: ${mails} (leave them out with --without-mail).`;
}

const unsentLabels: Record<keyof UnsentMail, string> = {
  messages: 'messages to guests',
  arrivals: 'mails with address and access',
  reviews: 'requests for reviews',
  weeks: 'weeks of cleaners',
  changes: 'changes for cleaners',
  alarms: 'alarms',
};

function unsentNote(unsent: UnsentMail): string {
  const parts = Object.entries(unsentLabels).flatMap(([kind, label]) => {
    const count = unsent[kind as keyof UnsentMail];
    return count > 0 ? [`${label}: ${count}`] : [];
  });
  if (parts.length === 0) return '';
  return ` Due since the backup and not sent again by itself: ${parts.join(', ')}; hosts see them on /admin/today.`;
}

function accessNote(count: number | null): string {
  if (count === null)
    return ' Links, passkeys, offers and accounts that were ended since the backup are there again: docs/runbook.md says how to end them.';
  return count > 0
    ? ` Links, passkeys, offers and accounts that were ended since, ended again: ${count}.`
    : '';
}

const usage =
  'Say which backup to restore: npm run restore -- FILE, or the URL of a place or of one backup (with --replace over a site that has data, --without-mail to leave out mail that waited)';

await main(async () => {
  const { values, positionals } = parse(process.argv.slice(2));
  const [name, ...more] = positionals;
  if (!name || more.length > 0) throw new Error(usage);
  return restore(await findBackup(name), {
    replace: values.replace ?? false,
    discardNewRows: values['discard-new-rows'] ?? false,
    withoutMail: values['without-mail'] ?? false,
  });
});

function parse(args: string[]) {
  const flag = { type: 'boolean' } as const;
  const options = { replace: flag, 'discard-new-rows': flag, 'without-mail': flag };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new Error(usage);
  }
}
