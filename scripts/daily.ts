import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A name that sorts by its time, that of this machine: `site-2026-05-01-033000.backup`. */
export function dailyName(now: Date): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map(twoDigits);
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('');
  return `site-${now.getFullYear()}-${month}-${day}-${time}.backup`;
}

const backupName = /^site-\d{4}-\d\d-\d\d-\d{6}\.backup$/;
const leftoverName = /^site-\d{4}-\d\d-\d\d-\d{6}\.backup\.(unfinished|rows)$/;

/**
 * Deletes all but the newest backups that `dailyName` named, and what killed ones left; other files stay.
 * @returns how many backups were deleted
 */
export async function deleteOldBackups(folder: string, maxBackups: number): Promise<number> {
  const names = await readdir(folder);
  const old = names
    .filter((name) => backupName.test(name))
    .sort()
    .slice(0, -maxBackups);
  const leftovers = names.filter((name) => leftoverName.test(name));
  for (const name of [...old, ...leftovers]) await rm(path.join(folder, name), { force: true });
  return old.length;
}
