import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../../scripts/postgres.ts';
import { fillTemplate } from '../../test/database.ts';
import { buildScale } from '../../test/scale/build.ts';

const size = { homes: 500, bookings: 1_000_000, messages: 600_000 };

/**
 * Builds the filled house under a data folder, unless it stands there from an earlier run.
 * @returns how many seconds that took
 */
export async function openFilledHouse(dataDir: string): Promise<number> {
  const marker = path.join(dataDir, 'filled');
  if (existsSync(marker)) return Number(readFileSync(marker, 'utf8'));
  const server = await startPostgres(dataDir, () => {});
  const before = performance.now();
  const seconds = () => Math.round((performance.now() - before) / 1000);
  try {
    await fillTemplate(server.url);
    await buildScale(server.url, size, { progress: (step) => console.log(`  ${seconds()} s: ${step}`) });
  } finally {
    await server.stop();
  }
  writeFileSync(marker, `${seconds()}\n`);
  return seconds();
}
