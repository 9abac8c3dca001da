import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { reserveConnection } from '../../db/reserved-connections.server.ts';
import type { BackupSettings } from '../../env.server.ts';
import { dailyName, nameTime } from '../../platform/backups/backup-name.ts';
import {
  type BackupPlace,
  isTooLargeForBucket,
  openBackupPlace,
  prepareWorkFolder,
} from '../../platform/backups/backup-place.server.ts';
import { writeBackup } from '../../platform/backups/write-backup.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { folderOfUrl } from '../../platform/storage/disk.server.ts';
import { AppError } from '../../shared/errors.ts';
import { listExpired } from './backup.server.ts';
import { deleteBackups, insertBackup, placedBackups, saveFailure } from './store.server.ts';

const secondMs = 1_000;

/** A folder of the data folder for backups that are under way. */
const workFolder = ({ settings }: Ctx): string => path.join(settings.dataDir, 'backups.unfinished');

export const backupPlace = (ctx: Ctx, backup: BackupSettings): BackupPlace =>
  openBackupPlace(backup, workFolder(ctx));

/** Works with a connection without the limits of the site's, and closes it. Its caller has reserved it. */
export async function withLongConnection<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'pcb-backup' });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

const maxErrorLength = 500;

/** The reason of a failure for hosts: that of the file system, the bucket or the database. */
export function failureText(error: unknown): string {
  const { message } =
    error instanceof AppError && error.cause instanceof Error ? error.cause : (error as Error);
  return [...message].slice(0, maxErrorLength).join('');
}

/** Makes a backup, and deletes those that are too old. @throws Error when it could not be made, which is saved, too */
export async function makeBackup(ctx: Ctx, backup: BackupSettings, signal?: AbortSignal): Promise<void> {
  const place = backupPlace(ctx, backup);
  const at = ctx.now();
  try {
    await prepareWorkFolder(place.workFolder);
    const name = freeName(at, await place.names());
    const bytes = await writeTo(ctx, place, { name, backup, signal });
    await insertBackup(ctx.db, { made_at: at, bytes, place: place.toUrl(name) });
  } catch (error) {
    await saveFailure(ctx.db, at, failureText(error));
    throw error;
  }
  await deleteExpired(ctx, place);
}

/** Two backups of the same second must not share a name. */
function freeName(at: Date, taken: readonly string[]): string {
  let moment = at;
  while (taken.includes(dailyName(moment))) moment = new Date(moment.getTime() + secondMs);
  return dailyName(moment);
}

interface BackupTarget {
  name: string;
  backup: BackupSettings;
  signal: AbortSignal | undefined;
}

async function writeTo(
  { pool, settings }: Ctx,
  place: BackupPlace,
  { name, backup, signal }: BackupTarget,
): Promise<number> {
  const file = path.join(place.workFolder, `${name}.unfinished`);
  const storageFolder = settings.s3 ? null : folderOfUrl(settings.storageUrl);
  const giveBack = await reserveConnection(pool, signal);
  try {
    const { bytes } = await withLongConnection(settings.databaseUrl, (client) =>
      writeBackup(file, { client, storageFolder }, backup.key, signal),
    ).finally(giveBack);
    if (backup.s3 && isTooLargeForBucket(bytes))
      throw new Error('The backup is larger than the 5 GB that a bucket takes at once: use a folder.');
    await place.save(file, name);
    return bytes;
  } finally {
    await rm(file, { force: true });
  }
}

async function deleteExpired({ db, now }: Ctx, place: BackupPlace): Promise<void> {
  const rows = await placedBackups(db);
  const dated = (await place.names()).flatMap((name) => {
    const row = rows.find((one) => one.place === place.toUrl(name));
    const madeAt = row?.madeAt ?? nameTime(name);
    return madeAt ? [{ name, madeAt, provenAt: row?.provenAt ?? null }] : [];
  });
  const expired = listExpired(dated, now());
  for (const name of expired) await place.remove(name);
  if (expired.length > 0) await deleteBackups(db, expired.map(place.toUrl));
}
