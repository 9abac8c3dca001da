import { rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { surviveBrokenConnections } from '../../db/client.server.ts';
import { migrate } from '../../db/migrate.server.ts';
import { reserveConnection } from '../../db/reserved-connections.server.ts';
import type { BackupSettings } from '../../env.server.ts';
import {
  type BackupCounts,
  type BackupIndex,
  countLedger,
  countRows,
  hadRun,
  listDataTables,
} from '../../platform/backups/backup-form.server.ts';
import { splitBackupUrl } from '../../platform/backups/backup-place.server.ts';
import { loadRows } from '../../platform/backups/load-rows.server.ts';
import { unpackBackup } from '../../platform/backups/unpack-backup.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { migrateQueue } from '../../platform/queue/job-queue.server.ts';
import { backupPlace, failureText, withLongConnection } from './make-backup.server.ts';
import {
  beginRestoring,
  commit,
  createProofDatabase,
  currentDatabase,
  dropProofDatabases,
} from './proof-store.server.ts';
import { newestBackup, saveProof, saveProofFailure } from './store.server.ts';

/** How many times the size of a backup the disk must have free before it is proven. */
const roomFactor = 3;

interface Disk {
  /** Bytes that are free on the disk of a folder. */
  freeBytes(folder: string): Promise<number>;
}

const realDisk: Disk = {
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
};

/**
 * Restores the newest backup into a database of its own beside the live one, counts it, and drops it.
 * @throws Error when it does not prove, which is saved with the backup, too
 */
export async function proveBackup(ctx: Ctx, backup: BackupSettings, disk: Disk = realDisk): Promise<void> {
  const newest = await newestBackup(ctx.db);
  if (!newest) return;
  try {
    const { dataDir } = ctx.settings;
    if ((await disk.freeBytes(dataDir)) < roomFactor * (newest.bytes ?? 0))
      throw new Error('The disk of DATA_DIR has less room than three times the size of the backup.');
    const folder = path.join(dataDir, 'backup.proof');
    await rm(folder, { recursive: true, force: true });
    try {
      const { name } = splitBackupUrl(newest.place);
      const source = await backupPlace(ctx, backup).open(name ?? '');
      const index = await unpackBackup(source, folder, { key: backup.key, rowsOnly: true });
      assertSame(await countCopy(ctx, index, folder), index.counts);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    await saveProof(ctx.db, newest.id, ctx.now());
  } catch (error) {
    await saveProofFailure(ctx.db, newest.id, ctx.now(), failureText(error));
    throw error;
  }
}

/** Counts what a copy of the backup holds, with one connection after the other. */
async function countCopy(ctx: Ctx, index: BackupIndex, folder: string): Promise<BackupCounts> {
  const { databaseUrl } = ctx.settings;
  const giveBack = await reserveConnection(ctx.pool);
  try {
    const name = await withLongConnection(databaseUrl, async (live) => {
      await dropProofDatabases(live);
      return createProofDatabase(live);
    });
    return await countIn(ctx, name, { index, folder });
  } finally {
    await withLongConnection(databaseUrl, dropProofDatabases).catch((err) =>
      ctx.log.warn({ err }, 'a proof’s database stays'),
    );
    giveBack();
  }
}

interface Copy {
  index: BackupIndex;
  folder: string;
}

async function countIn({ settings, log }: Ctx, name: string, { index, folder }: Copy): Promise<BackupCounts> {
  const url = new URL(settings.databaseUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  // A pooler may lead elsewhere than its URL says.
  if ((await withLongConnection(url.href, currentDatabase)) !== name)
    throw new Error('DATABASE_URL leads to one database whatever it names, so no backup can be proven.');
  const pool = new pg.Pool({ connectionString: url.href, application_name: 'pcb-backup', max: 1 });
  surviveBrokenConnections(pool);
  try {
    await migrate(pool, (version) => hadRun(index, version));
    await migrateQueue(pool, log);
  } finally {
    await pool.end();
  }
  return withLongConnection(url.href, async (client) => {
    await beginRestoring(client);
    await loadRows(client, index, folder);
    await commit(client);
    const tables = await listDataTables(client);
    const rows = await countRows(client, index.tables);
    return { tables: tables.length, rows, ...(await countLedger(client)) };
  });
}

const labels: Record<keyof BackupCounts, string> = {
  tables: 'tables',
  rows: 'rows',
  bookings: 'bookings',
  ledgerCents: 'cents in the ledger',
};

/** @throws Error naming what differs */
export function assertSame(counted: BackupCounts, expected: BackupCounts | undefined): void {
  if (!expected)
    throw new Error('An earlier version made the backup, without numbers to prove it by: back up now.');
  const names = Object.keys(labels) as (keyof BackupCounts)[];
  const different = names.filter((name) => counted[name] !== expected[name]);
  if (different.length === 0) return;
  const parts = different.map((name) => `${counted[name]} ${labels[name]} instead of ${expected[name]}`);
  throw new Error(`The restored copy is not the same: ${parts.join(', ')}.`);
}
