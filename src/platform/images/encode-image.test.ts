import { rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { encodeAllSizes, encodePreview } from './encode-image.server.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8fc7bd' } });

const jpeg = (width: number, height: number) => plain(width, height).jpeg().toBuffer();

const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const head = Buffer.alloc(4);
  const tail = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
};

/** A valid black one-bit PNG: a few kilobytes of file for any number of pixels. */
const blackPng = (side: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A valid PNG of 16 bits a channel in one color, with or without an embedded profile. */
const deepPng = (side: number, color: [number, number, number], profile?: Buffer): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 16;
  header[9] = 2;
  const row = Buffer.concat([
    Buffer.alloc(1),
    ...Array.from({ length: side }, () => Buffer.from(color.flatMap((value) => [value, value]))),
  ]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    profile
      ? pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)]))
      : Buffer.alloc(0),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>',
);

describe('encode-image', () => {
  async function expectColor(image: Buffer, color: [number, number, number]): Promise<void> {
    const { files } = await encodeAllSizes(image);
    const webp = files.find(({ name }) => name.endsWith('.webp'));
    const pixel = [...(await sharp(webp?.body).raw().toBuffer()).subarray(0, 3)];
    for (const [at, value] of pixel.entries())
      expect(Math.abs(value - (color[at] as number)), `${pixel}`).toBeLessThanOrEqual(5);
  }

  test.each<[number, number, number]>([
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [192, 48, 32],
  ])('encodeAllSizes gives %d,%d,%d of an image with 16 bits a channel as it is', async (...color) => {
    const { icc } = await sharp(await plain(8, 8).withIccProfile('srgb').png().toBuffer()).metadata();
    await expectColor(deepPng(32, color, icc), color);
    await expectColor(deepPng(32, color), color);
  });

  test.each([8, 10, 12] as const)(
    'encodeAllSizes gives the color of an AVIF of %d bits as it is',
    async (bitdepth) => {
      const avif = (profile: 'p3' | null) => {
        const image = sharp({ create: { width: 32, height: 32, channels: 3, background: '#c03020' } });
        if (profile) image.withIccProfile(profile);
        return image.avif({ bitdepth, quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
      };
      expect((await sharp(await avif(null)).metadata()).bitsPerSample).toBe(bitdepth);
      await expectColor(await avif(null), [192, 48, 32]);
      await expectColor(await avif('p3'), [192, 48, 32]);
    },
  );

  test('encodeAllSizes makes a wide image in four widths and three formats', async () => {
    const made = await encodeAllSizes(await jpeg(2000, 1000));
    expect(made).toMatchObject({ width: 1800, height: 900, widths: [480, 800, 1200, 1800] });
    expect(made.files).toHaveLength(12);
    for (const file of made.files) {
      const [width, extension] = file.name.split('.');
      const found = await sharp(file.body).metadata();
      expect(found.width).toBe(Number(width));
      expect(found.format).toBe({ avif: 'heif', webp: 'webp', jpg: 'jpeg' }[String(extension)]);
      expect(file.type).toBe(
        { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }[String(extension)],
      );
    }
    expect(made.blurDataUrl).toMatch(/^data:image\/webp;base64,/);
    expect(made.blurDataUrl.length).toBeLessThan(400);
  });

  test('encodeAllSizes never enlarges an image', async () => {
    expect((await encodeAllSizes(await jpeg(600, 400))).widths).toEqual([480, 600]);
    expect((await encodeAllSizes(await jpeg(300, 200))).widths).toEqual([300]);
  });

  test('encodeAllSizes removes the GPS position and other metadata', async () => {
    const gps = { GPSLatitude: '30/1 10/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '85/1 48/1 0/1' };
    const photo = await plain(900, 600)
      .withExif({ IFD0: { Copyright: 'The owner of the house' }, IFD3: gps })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif?.includes('The owner of the house')).toBe(true);
    for (const file of (await encodeAllSizes(photo)).files) {
      const { exif, xmp, iptc } = await sharp(file.body).metadata();
      expect({ exif, xmp, iptc }).toEqual({ exif: undefined, xmp: undefined, iptc: undefined });
      expect(file.body.includes('The owner of the house')).toBe(false);
    }
  });

  test('encodeAllSizes applies the EXIF orientation', async () => {
    const turned = await plain(900, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await encodeAllSizes(turned)).toMatchObject({ width: 600, height: 900 });
  });

  test('encodeAllSizes uses the first frame of an animated GIF', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 50, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    const made = await encodeAllSizes(gif);
    expect(made).toMatchObject({ width: 50, height: 40 });
    for (const file of made.files) expect((await sharp(file.body).metadata()).pages ?? 1).toBe(1);
  });

  test('encodeAllSizes rejects a small file with too many pixels', async () => {
    const flood = blackPng(16_000);
    expect(flood.length).toBeLessThan(100_000);
    await expect(encodeAllSizes(flood)).rejects.toMatchObject({ code: 'tooLarge' });
  });

  test.each([
    ['png', 16],
    ['gif', 6],
    ['webp', 26],
    ['jpeg', 0],
  ] as const)(
    'T-81: a %s whose headers claim more than 50 megapixels is rejected',
    async (format, offset) => {
      const image = plain(64, 48).withExif({ IFD0: { Copyright: 'x'.repeat(9_000) } });
      const bytes = await (format === 'webp' ? plain(64, 48) : image).toFormat(format).toBuffer();
      if (format === 'png') {
        bytes.writeUInt32BE(16_000, offset);
        bytes.writeUInt32BE(16_000, offset + 4);
        bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
      } else if (format === 'jpeg') {
        const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
        bytes.writeUInt16BE(16_000, frame + 5);
        bytes.writeUInt16BE(16_000, frame + 7);
      } else {
        bytes.writeUInt16LE(16_000, offset);
        bytes.writeUInt16LE(16_000, offset + 2);
      }
      await expect(encodePreview(bytes)).rejects.toMatchObject({ code: 'tooLarge' });
    },
  );

  test('encodePreview accepts every kind of WebP and large metadata before the size', async () => {
    const clear = sharp({ create: { width: 33, height: 21, channels: 4, background: '#8fc7bd80' } });
    for (const options of [{}, { lossless: true }, { nearLossless: true }])
      expect(await encodePreview(await clear.clone().webp(options).toBuffer())).toMatchObject({ width: 33 });
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 50, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(await encodePreview(animated)).toMatchObject({ width: 50, height: 40 });
    for (const format of ['png', 'gif', 'webp', 'jpeg', 'avif'] as const) {
      const large = plain(300, 50).withExif({ IFD0: { Copyright: 'x'.repeat(9_000) } });
      expect(await encodePreview(await large.toFormat(format).toBuffer())).toMatchObject({ width: 300 });
    }
  });

  test('encodePreview rejects a file that ends with its signature', async () => {
    for (const text of ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\0\0\0\0WEBPVP8 '])
      await expect(encodePreview(Buffer.from(text, 'latin1'))).rejects.toMatchObject({
        code: expect.stringMatching(/^(invalid|unsupportedType)$/),
      });
  });

  test('encodeAllSizes rejects an AVIF with more pixels than its header claims', async () => {
    const avif = await plain(2_000, 1_500).avif({ effort: 0 }).toBuffer();
    const size = avif.indexOf('ispe') + 8;
    avif.writeUInt32BE(100, size);
    avif.writeUInt32BE(100, size + 4);
    await expect(encodeAllSizes(avif)).rejects.toMatchObject({ code: 'invalid' });
  });

  /** A small AVIF whose header claims a size. */
  async function avifClaiming(width: number, height: number): Promise<Buffer> {
    const avif = await plain(64, 64).avif({ effort: 0 }).toBuffer();
    const size = avif.indexOf('ispe') + 8;
    avif.writeUInt32BE(width, size);
    avif.writeUInt32BE(height, size + 4);
    return avif;
  }

  test.each([
    [6_000, 6_000, 'this one has 36. Save it as JPEG or WebP and try again.'],
    [6_048, 4_024, 'this one has 24.4. Save it as JPEG or WebP and try again.'],
    [4_000, 6_001, 'this one has 24.1. Save it as JPEG or WebP and try again.'],
    [9_000, 8_000, 'this one has 72. Make it smaller and try again.'],
  ])('T-81: an AVIF may claim at most 24 megapixels, not %i × %i', async (width, height, words) => {
    const avif = await avifClaiming(width, height);
    for (const make of [encodeAllSizes, encodePreview])
      await expect(make(avif)).rejects.toMatchObject({
        code: 'tooLarge',
        message: `An AVIF may have at most 24 megapixels; ${words}`,
      });
  });

  test('encodePreview accepts an AVIF of 24 and a JPEG of 48 megapixels', async () => {
    const avif = await plain(6_000, 4_000).avif({ effort: 0, quality: 1 }).toBuffer();
    expect(await encodePreview(avif)).toMatchObject({ width: 1800, height: 1200 });
    expect(await encodePreview(await jpeg(8_000, 6_000))).toMatchObject({ width: 1800, height: 1350 });
  });

  test('T-81: an AVIF that hides its size behind its first megabyte is rejected', async () => {
    const avif = await plain(5_000, 5_000).avif({ effort: 0, quality: 1 }).toBuffer();
    const brand = avif.subarray(0, avif.readUInt32BE(0));
    // A box of free space pushes the header back.
    const padding = Buffer.alloc(1_100_000);
    padding.writeUInt32BE(padding.length, 0);
    padding.write('free', 4, 'latin1');
    const whole = Buffer.concat([brand, padding, avif.subarray(brand.length)]);
    const file = path.join(os.tmpdir(), `pcb-hidden-${process.pid}.avif`);
    await writeFile(file, whole);
    await expect(encodePreview({ file })).rejects.toMatchObject({
      code: 'tooLarge',
      message:
        'An AVIF may have at most 24 megapixels; this one has 25. Save it as JPEG or WebP and try again.',
    });
    await rm(file);
  });

  test('encodePreview makes the same largest JPEG as encodeAllSizes', async () => {
    const picture = await jpeg(2000, 1000);
    const [first, all] = await Promise.all([encodePreview(picture), encodeAllSizes(picture)]);
    expect(first).toMatchObject({ width: 1800, height: 900, widths: [1800], blurDataUrl: all.blurDataUrl });
    expect(first.files.map(({ name }) => name)).toEqual(['1800.jpg']);
    expect(all.files.find(({ name }) => name === '1800.jpg')).toEqual(first.files[0]);
  });

  test('encodePreview goes before waiting encodeAllSizes', async () => {
    const order: string[] = [];
    const done = (name: string) => () => order.push(name);
    const picture = await jpeg(700, 500);
    await Promise.all([
      encodeAllSizes(picture).then(done('all 1')),
      encodeAllSizes(picture).then(done('all 2')),
      encodePreview(picture).then(done('first 1')),
      encodePreview(picture).then(done('first 2')),
    ]);
    expect(order).toEqual(['all 1', 'first 1', 'first 2', 'all 2']);
  });

  test('encodeAllSizes rejects SVG without allowSvg', async () => {
    await expect(encodeAllSizes(svg)).rejects.toMatchObject({ code: 'unsupportedType' });
    expect(await encodeAllSizes(svg, { allowSvg: true })).toMatchObject({ width: 60, height: 40 });
  });

  test('encodePreview reads an AVIF whose major brand is a general one', async () => {
    const avif = await plain(24, 16).avif().toBuffer();
    expect(avif.toString('latin1', 8, 12)).toBe('avif');
    avif.write('mif1', 8, 'latin1');
    expect(await encodePreview(avif)).toMatchObject({ width: 24, height: 16 });
  });

  test('encodeAllSizes rejects other file types', async () => {
    const tiff = await plain(20, 20).tiff().toBuffer();
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    for (const body of [
      tiff,
      heic,
      Buffer.from('<!doctype html><p>Hi'),
      Buffer.from('%PDF-1.7'),
      Buffer.alloc(0),
    ]) {
      await expect(encodeAllSizes(body)).rejects.toMatchObject({ code: 'unsupportedType' });
    }
  });

  test('encodeAllSizes rejects a file that only begins like an image and goes on', async () => {
    const half = (await jpeg(900, 600)).subarray(0, 300);
    const disguised = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), svg]);
    const answers = await Promise.allSettled(
      [half, disguised, await jpeg(40, 40)].map((body) => encodeAllSizes(body)),
    );
    expect(answers).toMatchObject([
      { status: 'rejected', reason: { code: 'invalid' } },
      { status: 'rejected', reason: { code: 'unsupportedType' } },
      { status: 'fulfilled', value: { width: 40 } },
    ]);
  });

  test('encodeAllSizes rejects an extreme aspect ratio', async () => {
    await expect(encodeAllSizes(await jpeg(10, 1_000))).rejects.toMatchObject({ code: 'invalid' });
  });
});
