import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { unpackBackup } from './unpack-backup.server.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-unpack-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file as the site's first own tar writer wrote it: NUL after the checksum's six digits, then a space. */
function firstFormEntry(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at);
  header.write(name, 0);
  octal(0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(content.length, 124, 11);
  octal(1_790_000_000, 136, 11);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  octal(
    header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0),
    148,
    6,
  );
  header.write(' ', 155);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

const contents = Object.fromEntries(
  [0, 1, 511, 512, 513, 70_000].map((size) => [`storage/media/${size}/é.jpg`, Buffer.alloc(size, 'beach')]),
);

async function writeFirstForm(name: string, files: Record<string, Buffer>, end = 1024): Promise<string> {
  const checksums = Object.fromEntries(
    Object.entries(contents).map(([key, content]) => [
      key,
      createHash('sha256').update(content).digest('hex'),
    ]),
  );
  const index = Buffer.from(JSON.stringify({ format: 1, checksums }));
  const entries = Object.entries({ ...files, 'backup.json': index });
  const bytes = [...entries.map(([key, content]) => firstFormEntry(key, content)), Buffer.alloc(end)];
  const file = path.join(folder, name);
  await writeFile(file, gzipSync(Buffer.concat(bytes)));
  return file;
}

test('unpackBackup reads archives in the first tar form with files of every padding', async () => {
  const target = path.join(folder, 'first');
  const source = createReadStream(await writeFirstForm('first.backup', contents));
  const index = await unpackBackup(source, target);
  expect(Object.keys(index.checksums)).toEqual(Object.keys(contents));
  for (const [name, content] of Object.entries(contents))
    expect(await readFile(path.join(target, name))).toEqual(content);
});

test.each([
  ['a missing file', { ...contents, 'storage/media/1/é.jpg': undefined }],
  ['a changed file', { ...contents, 'storage/media/1/é.jpg': Buffer.from('x') }],
  ['a file outside of the folder', { ...contents, '../outside': Buffer.from('x') }],
])('unpackBackup rejects an archive with %s', async (_, files) => {
  const present = Object.fromEntries(Object.entries(files).filter(([, content]) => content));
  const file = await writeFirstForm('damaged.backup', present as Record<string, Buffer>);
  await expect(unpackBackup(createReadStream(file), path.join(folder, 'damaged'))).rejects.toThrow(
    'damaged or incomplete',
  );
});

const systemError = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
const away = new AppError('unavailable', 'The storage does not answer.');

test.each([
  ['a connection that breaks', systemError('ECONNRESET', 'read')],
  ['a bucket that does not answer', away],
])('unpackBackup passes on the error of %s, which says nothing of the backup', async (_, error) => {
  const bytes = await readFile(await writeFirstForm('broken-off.backup', contents));
  async function* breakOff() {
    yield bytes.subarray(0, bytes.length >> 1);
    throw error;
  }
  await expect(unpackBackup(Readable.from(breakOff()), path.join(folder, 'broken-off'))).rejects.toBe(error);
});

test('unpackBackup says that a bucket whose connection breaks did not deliver the whole backup', async () => {
  const broken = new TypeError('terminated', { cause: new Error('other side closed') });
  const source = Readable.from(
    (async function* () {
      yield Buffer.alloc(0);
      throw broken;
    })(),
  );
  await expect(unpackBackup(source, path.join(folder, 'cut-off'))).rejects.toThrow(
    'The backup could not be read to its end (other side closed); nothing was changed.',
  );
});

test('unpackBackup passes on the error of a folder that cannot be made', async () => {
  const file = await writeFirstForm('no-folder.backup', contents);
  await expect(unpackBackup(createReadStream(file), path.join(file, 'below'))).rejects.toMatchObject({
    code: 'ENOTDIR',
    syscall: 'mkdir',
  });
});

test('unpackBackup passes on the error of a file that cannot be written', async () => {
  const target = path.join(folder, 'occupied');
  await mkdir(path.join(target, 'storage/media/511/é.jpg'), { recursive: true });
  const source = createReadStream(await writeFirstForm('occupied.backup', contents));
  await expect(unpackBackup(source, target)).rejects.toMatchObject({ code: 'EISDIR', syscall: 'open' });
});

test('unpackBackup passes on the error of a backup that cannot be read', async () => {
  const source = createReadStream(path.join(folder, 'nowhere.backup'));
  await expect(unpackBackup(source, path.join(folder, 'unread'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('unpackBackup rejects an archive without its index, and what is no archive', async () => {
  const target = path.join(folder, 'no-index');
  const empty = gzipSync(Buffer.alloc(1024));
  for (const bytes of [empty, Buffer.from('no backup'), Buffer.alloc(0)])
    await expect(unpackBackup(Readable.from([bytes]), target)).rejects.toThrow('damaged or incomplete');
});
