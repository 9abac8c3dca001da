import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { stripMetadata } from './strip-video-metadata.server.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-mp4-'));
  file = path.join(folder, 'film.mp4');
});
afterAll(() => rm(folder, { recursive: true }));

type Content = Buffer | string;
const box = (type: string, ...content: Content[]): Buffer => {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
/** A box with its size in 64 bits. */
const longBox = (type: string, body: string, size = 16n + BigInt(body.length)): Buffer => {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(size, 8);
  return Buffer.concat([head, Buffer.from(body)]);
};
const withSize = (made: Buffer, size: number): Buffer => {
  const copy = Buffer.from(made);
  copy.writeUInt32BE(size);
  return copy;
};

const place = '+30.1766-085.8055/';
const film = box('mdat', 'the film itself');

async function strip(...parts: Buffer[]): Promise<Buffer> {
  const before = Buffer.concat(parts);
  await writeFile(file, before);
  await stripMetadata(file);
  const after = await readFile(file);
  expect(after.length).toBe(before.length);
  return after;
}

test.each<[string, Buffer[]]>([
  ['a user box of the film', [box('moov', box('udta', place)), film]],
  ['a user box of a track', [box('moov', box('trak', box('udta', place))), film]],
  ['a box deep in the media', [box('moov', box('trak', box('mdia', box('minf', box('meta', place))))), film]],
  ['a box before the film', [box('uuid', place), box('moov'), film]],
  ['a box behind the film', [box('moov'), film, box('meta', place)]],
  ['a box with a long size', [box('moov'), film, longBox('uuid', place)]],
  ['a last box without a size', [box('moov'), film, withSize(box('meta', place), 0)]],
  ['a box larger than a block of zeros', [box('moov', box('meta', place.repeat(9_000))), film]],
])('the place in %s is overwritten, and the film stays', async (_, parts) => {
  const after = await strip(...parts);
  expect(after.includes(place)).toBe(false);
  expect(after.includes('the film itself')).toBe(true);
  expect(after.includes('free')).toBe(true);
});

test('what looks like a box within the film is left alone', async () => {
  const inner = box('udta', place);
  expect((await strip(box('moov'), box('mdat', inner))).includes(place)).toBe(true);
});

test.each<[string, Buffer[]]>([
  ['nothing', []],
  ['fewer bytes than a head', [Buffer.from('ftyp')]],
  ['no film', [box('moov')]],
  ['no description of the film', [film]],
  ['a box that ends behind the file', [box('moov'), withSize(film, film.length + 1)]],
  ['a box that ends behind its container', [box('moov', withSize(box('udta', 'x'), 100)), film]],
  ['a box smaller than its head', [box('moov'), withSize(film, 7)]],
  ['a long box smaller than its head', [box('moov'), film, longBox('uuid', '', 15n)]],
  ['a long box of 2^63 bytes', [box('moov'), film, longBox('uuid', 'x', 2n ** 63n)]],
  ['bytes behind the last box', [box('moov'), film, Buffer.from('1234567')]],
  ['20,001 boxes', [box('moov'), film, ...Array.from({ length: 19_999 }, () => box('free'))]],
])('a file with %s is no video', async (_, parts) => {
  await expect(strip(...parts)).rejects.toMatchObject({
    code: 'invalid',
    message: 'This file could not be read as a video.',
  });
});

test('20,000 boxes are read', async () => {
  await strip(box('moov'), film, ...Array.from({ length: 19_998 }, () => box('free')));
});

test('whatever the boxes are, an accepted file has no place left and is as long as it was', async () => {
  const leaf = fc.constantFrom('udta', 'meta', 'uuid').map((type) => box(type, place));
  const plain = fc.constantFrom('free', 'tkhd', 'stbl', 'ftyp').map((type) => box(type, 'x'));
  const nested = fc.letrec<{ part: Buffer }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      plain,
      fc
        .tuple(fc.constantFrom('moov', 'trak', 'mdia', 'minf'), fc.array(tie('part'), { maxLength: 3 }))
        .map(([type, parts]) => box(type, ...parts)),
    ),
  })).part;
  await fc.assert(
    fc.asyncProperty(fc.array(nested, { maxLength: 5 }), async (parts) => {
      expect((await strip(box('moov'), ...parts, film)).includes(place)).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test('random bytes are rejected or stripped, and never crash or grow', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (bytes) => {
      const error = await strip(Buffer.from(bytes)).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(AppError);
      expect((await readFile(file)).length).toBe(bytes.length);
    }),
    { numRuns: 60 },
  );
});
