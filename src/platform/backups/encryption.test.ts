import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptBackup, encryptBackup } from './encryption.server.ts';

const key = randomBytes(32);

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const encrypt = (bytes: Buffer, size = 1_000) => collect(encryptBackup(inChunks(bytes, size), key));
const decrypt = (bytes: Buffer, own: Buffer | null = key, size = 777) =>
  collect(decryptBackup(inChunks(bytes, size), own));

const piece = 65_536;

test.each([0, 1, piece - 1, piece, piece + 1, 3 * piece, 200_001])(
  'a backup of %i bytes is encrypted and decrypted, in chunks of any size',
  async (length) => {
    const plain = randomBytes(length);
    for (const size of [1_000, piece, 1_000_000]) {
      const encrypted = await encrypt(plain, size);
      if (length > 8) expect(encrypted.includes(plain.subarray(0, 8))).toBe(false);
      expect(await decrypt(encrypted, key, size)).toEqual(plain);
    }
  },
);

test('the same backup is encrypted to other bytes each time', async () => {
  const plain = Buffer.alloc(100, 'beach');
  expect(await encrypt(plain)).not.toEqual(await encrypt(plain));
});

test('a backup that is cut off, changed or put together from its pieces is rejected', async () => {
  const encrypted = await encrypt(randomBytes(3 * piece));
  const head = 40;
  const sealed = piece + 16;
  const first = encrypted.subarray(0, head + sealed);
  const second = encrypted.subarray(head + sealed, head + 2 * sealed);
  const third = encrypted.subarray(head + 2 * sealed);
  const changed = Buffer.from(encrypted);
  changed.writeUInt8(changed.readUInt8(head + sealed + 5) ^ 1, head + sealed + 5);
  for (const bytes of [
    changed,
    Buffer.concat([first, second]),
    Buffer.concat([first, third, second]),
    Buffer.concat([encrypted, Buffer.from('x')]),
    encrypted.subarray(0, -1),
  ])
    await expect(decrypt(bytes)).rejects.toThrow('a piece of the backup is damaged');
});

test('a backup without its key says what is missing', async () => {
  const encrypted = await encrypt(Buffer.from('rows of guests'));
  await expect(decrypt(encrypted, null)).rejects.toThrow(
    'The backup is encrypted: set BACKUP_KEY to the key it was made with.',
  );
  await expect(decrypt(encrypted, randomBytes(32))).rejects.toThrow(
    'BACKUP_KEY is not the key of this backup',
  );
});

test('a plain backup is handed on as it is, with and without a key', async () => {
  const plain = randomBytes(100);
  for (const bytes of [plain, plain.subarray(0, 5), Buffer.alloc(0)]) {
    expect(await decrypt(bytes)).toEqual(bytes);
    expect(await decrypt(bytes, null)).toEqual(bytes);
  }
});
