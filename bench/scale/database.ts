import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.ts';
import { fillTemplate } from '../../test/database.ts';
import { buildScale } from '../../test/scale/build.ts';

const size = { homes: 500, bookings: 1_000_000, messages: 600_000 };

/** The data is rebuilt after an interruption, so it need not survive a crash. */
const hasty = ['fsync = off', 'full_page_writes = off', "max_wal_size = '8GB'"];

/**
 * Builds the filled database under a data folder, unless an earlier run left it there.
 * @returns how many seconds that took
 */
export async function openFilledHouse(dataDir: string): Promise<number> {
  const marker = path.join(dataDir, 'filled');
  if (existsSync(marker)) return Number(readFileSync(marker, 'utf8'));
  mkdirSync(dataDir, { recursive: true });
  const server = await startPostgres(dataDir, () => {});
  const before = performance.now();
  const seconds = () => Math.round((performance.now() - before) / 1000);
  try {
    await changeSettings(server.url, hasty);
    await fillTemplate(server.url);
    await buildScale(server.url, size, { progress: (step) => console.log(`  ${seconds()} s: ${step}`) });
    await changeSettings(server.url, []);
  } finally {
    await server.stop();
  }
  writeFileSync(marker, `${seconds()}\n`);
  return seconds();
}

async function changeSettings(url: string, settings: string[]): Promise<void> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  if (settings.length === 0) await db.query('alter system reset all');
  for (const setting of settings) await db.query(`alter system set ${setting}`);
  await db.query('select pg_reload_conf()');
  await db.end();
}
