import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { writeArchive } from './backup-archive.ts';
import { dailyName, deleteOldBackups } from './daily.ts';
import { main, namedFile, openSiteData } from './site-data.ts';

/**
 * Writes one compressed archive of the site, which may be running.
 * @param file must not exist yet; it appears there only when it is complete
 */
async function backUp(file: string): Promise<string> {
  if (existsSync(file)) throw new Error(`${file} exists already: choose another name.`);
  const data = await openSiteData(process.env, 'npm run backup');
  const unfinished = `${file}.unfinished`;
  try {
    const destination = createWriteStream(unfinished, { flags: 'w', mode: 0o600, flush: true });
    const archive = pack();
    const writing = writeArchive(archive, data, `${file}.rows`).catch((error: Error) => {
      archive.destroy(error);
      throw error;
    });
    const [fileCount] = await Promise.all([writing, pipeline(archive, createGzip(), destination)]);
    await rename(unfinished, file);
    const { size } = await stat(file);
    const note = data.storageFolder ? '' : ' Files in the bucket are not part of it.';
    return `Backup written to ${file} (${(size / 1e6).toFixed(1)} MB, ${fileCount} files).${note}`;
  } finally {
    await rm(unfinished, { force: true });
    await rm(`${file}.rows`, { force: true });
    await data.close();
  }
}

const usage = 'Say where to write the backup: npm run backup -- FILE, or --daily FOLDER (with --keep NUMBER)';

await main(async () => {
  const { values, positionals } = parse(process.argv.slice(2));
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
    const options = { daily: { type: 'string' }, keep: { type: 'string' } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new Error(usage);
  }
}
