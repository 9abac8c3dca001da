import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/*
 * An encrypted backup is `magic`, a salt of 32 bytes, and pieces of ciphertext with 16 bytes of authentication each. The key
 * of the file is derived from the operator's and the salt; the nonce of a piece is its number and whether it is the last one
 * (the STREAM construction), so that a piece that is changed, moved, missing or cut off is noticed.
 */
const magic = Buffer.from('PCBBACK1');
const saltBytes = 32;
const pieceBytes = 65_536;
const tagBytes = 16;
const keyBytes = 32;

/** A backup that cannot be read with the key at hand. */
export class BackupKeyError extends Error {}

const fileKey = (key: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'pcb-beach-rentals backup', keyBytes));

function nonce(piece: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(piece, 5, 6);
  bytes.writeUInt8(isLast ? 1 : 0, 11);
  return bytes;
}

/** Encrypts a stream with AES-256-GCM. @param key 32 random bytes */
export async function* encryptBackup(bytes: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const derived = fileKey(key, salt);
  yield Buffer.concat([magic, salt]);
  let piece = 0;
  for await (const { content, isLast } of inPieces(bytes, pieceBytes)) {
    const cipher = createCipheriv('aes-256-gcm', derived, nonce(piece, isLast));
    yield Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    piece += 1;
  }
}

/**
 * Decrypts what `encryptBackup` wrote; hands a plain backup on as it is.
 * @throws BackupKeyError when the key is missing, or is not the one of the first piece
 * @throws Error for a changed or cut-off backup
 */
export async function* decryptBackup(
  bytes: AsyncIterable<Buffer>,
  key: Buffer | null,
): AsyncGenerator<Buffer> {
  const { head, rest } = await splitHead(bytes, magic.length + saltBytes);
  if (!head.subarray(0, magic.length).equals(magic)) {
    yield head;
    yield* rest;
    return;
  }
  if (!key) throw new BackupKeyError('The backup is encrypted: set BACKUP_KEY to the key it was made with.');
  const derived = fileKey(key, head.subarray(magic.length));
  let piece = 0;
  for await (const { content, isLast } of inPieces(rest, pieceBytes + tagBytes)) {
    const end = Math.max(0, content.length - tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', derived, nonce(piece, isLast), {
      authTagLength: tagBytes,
    });
    try {
      decipher.setAuthTag(content.subarray(end));
      const plain = decipher.update(content.subarray(0, end));
      decipher.final();
      yield plain;
    } catch (cause) {
      if (piece > 0) throw new Error('a piece of the backup is damaged', { cause });
      throw new BackupKeyError('BACKUP_KEY is not the key of this backup, or its beginning is damaged.');
    }
    piece += 1;
  }
}

interface Piece {
  content: Buffer;
  isLast: boolean;
}

/** Every piece but the last has the same size; the last may be empty. */
async function* inPieces(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Piece> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    let joined = Buffer.concat(waiting);
    while (joined.length > size) {
      yield { content: joined.subarray(0, size), isLast: false };
      joined = joined.subarray(size);
    }
    waiting = [joined];
    length = joined.length;
  }
  yield { content: Buffer.concat(waiting), isLast: true };
}

interface Split {
  head: Buffer;
  rest: AsyncIterable<Buffer>;
}

async function splitHead(bytes: AsyncIterable<Buffer>, size: number): Promise<Split> {
  const chunks = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < size) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const left = head.subarray(size);
  async function* rest(): AsyncGenerator<Buffer> {
    yield left;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  return { head: head.subarray(0, size), rest: rest() };
}
