import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dailyName } from '../src/platform/backups/backup-name.ts';
import { writeBackup } from '../src/platform/backups/write-backup.server.ts';
import { deleteOldBackups } from './daily.ts';
import { logStep, main, namedFile, openSiteData } from './site-data.ts';

/**
 * Writes one compressed archive of the site, which may be running.
 * @param file must not exist yet; it appears there only when it is complete
 */
async function backUp(file: string): Promise<string> {
  if (existsSync(file)) throw new Error(`${file} exists already: choose another name.`);
  const data = await openSiteData(process.env, 'npm run backup');
  const unfinished = `${file}.unfinished`;
  try {
    const { client, storageFolder } = data;
    const source = { client, storageFolder, progress: logStep };
    const { bytes, fileCount } = await writeBackup(unfinished, source, null);
    await rename(unfinished, file);
    const note = storageFolder ? '' : ' Files in the bucket are not part of it.';
    return `Backup written to ${file} (${(bytes / 1e6).toFixed(1)} MB, ${fileCount} files).${note}`;
  } finally {
    await rm(unfinished, { force: true });
    await data.close();
  }
}

const usage =
  'Say where to write the backup: npm run backup -- FILE, or --daily FOLDER (with --keep NUMBER); --new-key prints a key for BACKUP_KEY';

await main(async () => {
  const { values, positionals } = parse(process.argv.slice(2));
  if (values['new-key']) return randomBytes(32).toString('base64url');
  const [name, ...more] = positionals;
  const maxBackups = Number(values.keep ?? 14);
  const isDaily = values.daily !== undefined;
  const isClear = isDaily ? name === undefined : name !== undefined && values.keep === undefined;
  if (!isClear || more.length > 0 || !Number.isInteger(maxBackups) || maxBackups < 1) throw new Error(usage);
  if (name) return backUp(namedFile(name));
  const folder = namedFile(values.daily ?? '');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const done = await backUp(path.join(folder, dailyName(new Date())));
  const deleted = await deleteOldBackups(folder, maxBackups);
  return deleted > 0 ? `${done} Older backups deleted: ${deleted}.` : done;
});

function parse(args: string[]) {
  try {
    const options = {
      daily: { type: 'string' },
      keep: { type: 'string' },
      'new-key': { type: 'boolean' },
    } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new Error(usage);
  }
}
