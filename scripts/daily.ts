import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isLeftover, nameTime } from '../src/platform/backups/backup-name.ts';

/**
 * Deletes all but the newest backups that `dailyName` named, and what killed ones left; other files stay.
 * @returns how many backups were deleted
 */
export async function deleteOldBackups(folder: string, maxBackups: number): Promise<number> {
  const names = await readdir(folder);
  const old = names
    .filter((name) => nameTime(name))
    .sort()
    .slice(0, -maxBackups);
  for (const name of [...old, ...names.filter(isLeftover)])
    await rm(path.join(folder, name), { force: true });
  return old.length;
}
