/* Archives in the tar format (POSIX.1-1988 "ustar"), as far as files with short names go. */

const block = 512;
const largestSize = 0o77777777777;

/** The header of one file; its bytes follow, filled up with `padding`. */
export function tarHeader(name: string, size: number, modified: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`This name is too long for the archive: ${name}`);
  if (size > largestSize) throw new Error(`This file is too large for the archive: ${name}`);
  const header = Buffer.alloc(block);
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at);
  header.write(name, 0);
  octal(0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(Math.floor(modified.getTime() / 1000), 136, 11);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  octal(checksum(header), 148, 6);
  header.write(' ', 155);
  return header;
}

/** The sum of a header's bytes, its own place counted as eight spaces. */
const checksum = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

/** What fills a file of `size` bytes up to the next header. */
export const padding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block);

/** What closes an archive. */
export const tarEnd: Buffer = Buffer.alloc(2 * block);

export interface TarEntry {
  name: string;
  size: number;
  /** The file's bytes, to be read to their end or not at all. */
  body: AsyncGenerator<Buffer>;
}

/**
 * The files of an archive, in order.
 * @throws Error when the archive is damaged or ends too early
 */
export async function* readTar(archive: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const chunks = archive[Symbol.asyncIterator]();
  const bytes = reader(chunks);
  try {
    for (let header = await bytes.exactly(block); header.some((byte) => byte !== 0); ) {
      if (Number.parseInt(header.toString('latin1', 148, 154), 8) !== checksum(header))
        throw new Error('The archive is damaged.');
      const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '');
      const size = Number.parseInt(header.toString('latin1', 124, 135), 8);
      const body = bytes.next(size);
      yield { name, size, body };
      for await (const _rest of body);
      await bytes.exactly(padding(size).length);
      header = await bytes.exactly(block);
    }
  } finally {
    await chunks.return?.();
  }
}

function reader(chunks: AsyncIterator<Buffer>) {
  let left: Buffer = Buffer.alloc(0);
  /** Yields the next `count` bytes in pieces. */
  async function* next(count: number): AsyncGenerator<Buffer> {
    for (let missing = count; missing > 0; ) {
      if (left.length === 0) {
        const { value, done } = await chunks.next();
        if (done) throw new Error('The archive is incomplete.');
        left = value;
      }
      const piece = left.subarray(0, missing);
      left = left.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }
  const exactly = async (count: number) => {
    const pieces: Buffer[] = [];
    for await (const piece of next(count)) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  return { next, exactly };
}
