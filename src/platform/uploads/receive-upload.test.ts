import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { assertDiskSpace, explainDiskFull, receiveUpload } from './receive-upload.server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-uploads-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

const limits = {
  max: { bytes: 10_000, message: 'much too large' },
  fields: ['alt'],
  limitFor: (head: Buffer) => {
    if (head.toString().startsWith('bad')) throw new AppError('unsupportedType', 'not this');
    return { bytes: 8_000, message: 'too large' };
  },
};

const form = (...parts: string[]): string =>
  `${parts.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--b--\r\n`;
const filePart = (text: string, name = 'a.txt') => `name="file"; filename="${name}"\r\n\r\n${text}`;

function request(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/', {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b', ...headers },
  } as RequestInit);
}

const receive = (body: BodyInit, headers?: Record<string, string>) =>
  receiveUpload(request(body, headers), folder, limits);

const inPieces = (text: string, size: number): ReadableStream<Uint8Array> => {
  let place = 0;
  return new ReadableStream({
    pull(controller) {
      if (place >= text.length) return controller.close();
      controller.enqueue(Buffer.from(text.slice(place, place + size)));
      place += size;
    },
  });
};

test.each([1, 7, 4_099, 100_000])(
  'receiveUpload stores a file that arrives in pieces of %i bytes',
  async (size) => {
    const text = 'beach '.repeat(1_000);
    const file = await receive(inPieces(form('name="alt"\r\n\r\nÄ beach', filePart(text, '../ü.txt')), size));
    expect(await readFile(file.path, 'utf8')).toBe(text);
    expect(file).toMatchObject({ sizeBytes: 6_000, name: 'ü.txt', fields: { alt: 'Ä beach' } });
    expect(file.head.toString()).toBe(text.slice(0, 4_100));
    expect(path.dirname(file.path)).toBe(folder);
    expect(path.basename(file.path)).toMatch(/^[0-9a-f-]{36}\.upload$/);
    await file.remove();
    expect(await readdir(folder)).toEqual([]);
  },
);

const one = 'Please send exactly one file.';
const broken = 'The upload did not arrive completely. Please try again.';
const rejected: [string, string, string, string][] = [
  ['no file', form('name="alt"\r\n\r\nx'), 'invalid', one],
  ['nothing', '--b--\r\n', 'invalid', one],
  ['two files', form(filePart('a'), filePart('b')), 'invalid', one],
  ['another name', form('name="avatar"; filename="a.txt"\r\n\r\nx'), 'invalid', one],
  ['a file without a name of its own', form('name="file"\r\n\r\nx'), 'invalid', one],
  ['another text', form(filePart('a'), 'name="role"\r\n\r\nadmin'), 'invalid', one],
  ['many texts', form(...Array(9).fill('name="alt"\r\n\r\nx')), 'invalid', one],
  [
    'a long text',
    form(`name="alt"\r\n\r\n${'x'.repeat(2_001)}`),
    'invalid',
    'A text of this form is too long.',
  ],
  ['an empty file', form(filePart('')), 'invalid', 'This file is empty.'],
  ['a cut form', form(filePart('abc')).slice(0, -12), 'invalid', broken],
  ['no form', 'hello', 'invalid', broken],
  ['a large file', form(filePart('x'.repeat(8_001))), 'tooLarge', 'too large'],
  ['an unwanted kind', form(filePart(`bad${'x'.repeat(9_000)}`)), 'unsupportedType', 'not this'],
  ['a small unwanted one', form(filePart('bad')), 'unsupportedType', 'not this'],
];

test.each(rejected)('receiveUpload rejects %s and leaves no file', async (_, body, code, message) => {
  for (const size of [3, 100_000]) {
    await expect(receive(inPieces(body, size))).rejects.toMatchObject({ code, message });
    expect(await readdir(folder)).toEqual([]);
  }
});

test.each(['application/json', 'multipart/form-data', 'multipart/mixed; boundary=b', 'text/plain'])(
  'receiveUpload rejects the content type %s',
  async (type) => {
    const send = receive(form(filePart('a')), { 'Content-Type': type });
    await expect(send).rejects.toMatchObject({ code: 'unsupportedType' });
  },
);

test.each(['multipart/form-data; boundary=', 'multipart/form-data; charset=x'])(
  'receiveUpload rejects the boundary of %s',
  async (type) => {
    await expect(receive(form(filePart('a')), { 'Content-Type': type })).rejects.toMatchObject({
      code: 'invalid',
    });
  },
);

test('receiveUpload rejects an endless file at its limit and discards little more than 256 MB', async () => {
  let sent = 0;
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(form(filePart('x')).slice(0, -10))),
    pull(controller) {
      sent += 1;
      controller.enqueue(megabyte);
    },
  });
  await expect(receive(endless)).rejects.toMatchObject({ code: 'tooLarge', message: 'too large' });
  expect(sent).toBeLessThan(300);
  expect(await readdir(folder)).toEqual([]);
});

test('receiveUpload reads the rest of a too large body, so that the response arrives', async () => {
  const text = form(filePart('x'.repeat(500_000)));
  const claims: Record<string, string>[] = [{}, { 'Content-Length': String(text.length) }];
  for (const headers of claims) {
    let isRead = false;
    const body = inPieces(text, 1_000).pipeThrough(
      new TransformStream({
        flush() {
          isRead = true;
        },
      }),
    );
    await expect(receive(body, headers)).rejects.toMatchObject({ code: 'tooLarge' });
    expect(isRead).toBe(true);
  }
});

test('receiveUpload rejects an upload that breaks off while its rest is discarded', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.alloc(20_000)),
    pull: (controller) => controller.error(new Error('gone')),
  });
  const sending = receive(body, { 'Content-Length': '500000' });
  await expect(sending).rejects.toMatchObject({ code: 'tooLarge' });
});

test('receiveUpload rejects a Content-Length above every limit before it reads', async () => {
  const send = receive(form(filePart('a')), { 'Content-Length': '10000000000' });
  await expect(send).rejects.toMatchObject({ code: 'tooLarge', message: 'much too large' });
});

test('receiveUpload aborts an upload that is too slow', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const dripping = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(form(filePart('x')).slice(0, -10))),
  });
  const receiving = receive(dripping).catch((error: unknown) => error);
  await expect.poll(() => readdir(folder)).toHaveLength(1);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(20_000);
  expect(await receiving).toMatchObject({ message: 'The upload came too slowly and was stopped.' });
  expect(await readdir(folder)).toEqual([]);
});

test.each(['a file in its place', 'a link to itself'])(
  'receiveUpload is unavailable without a usable temporary folder (%s)',
  async (fault) => {
    const broken = path.join(folder, 'tmp');
    if (fault === 'a file in its place') await writeFile(broken, '');
    else await symlink('tmp', broken);
    await expect(receiveUpload(request(form(filePart('a'))), broken, limits)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 10,
    });
  },
);

test('remove does not throw when the temporary file cannot be deleted', async () => {
  const file = await receive(form(filePart('a')));
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file in the place of the folder');
  await expect(file.remove()).resolves.toBeUndefined();
});

test('assertDiskSpace and explainDiskFull report a full disk with a message', async () => {
  const words = {
    code: 'unavailable',
    message: expect.stringContaining('no room left'),
    retryAfterSeconds: 300,
  };
  await expect(assertDiskSpace(folder, 2 ** 60)).rejects.toMatchObject(words);
  await expect(assertDiskSpace(folder, 0)).resolves.toBeUndefined();
  for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG'])
    expect(explainDiskFull(Object.assign(new Error('write'), { code }))).toMatchObject(words);
  const other = new Error('other');
  expect(explainDiskFull(other)).toBe(other);
});
