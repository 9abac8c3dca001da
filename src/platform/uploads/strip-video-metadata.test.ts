import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  box,
  element,
  fragmentedFilm,
  longBox,
  mp4Film,
  openElement,
  webmBlock,
  webmHeader,
  webmTrack,
} from '../../../test/films.ts';
import { runs } from '../../../test/runs.ts';
import { AppError } from '../../shared/errors.ts';
import { stripMetadata } from './strip-video-metadata.server.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-film-'));
  file = path.join(folder, 'film');
});
afterAll(() => rm(folder, { recursive: true }));

const place = '+30.1766-085.8055/';
const unreadable = { code: 'invalid', message: 'This file could not be read as a video.' };

async function strip(film: Buffer, extension: 'mp4' | 'webm' = 'mp4'): Promise<Buffer> {
  await writeFile(file, film);
  await stripMetadata(file, { type: `video/${extension}`, extension });
  return readFile(file);
}

const withSize = (made: Buffer, size: number): Buffer => {
  const copy = Buffer.from(made);
  copy.writeUInt32BE(size);
  return copy;
};

const video = { handler: 'vide', samples: ['frame one', 'frame two'] };
const sound = { handler: 'soun', samples: ['sound one', 'sound two'] };

describe('an MP4', () => {
  const expectClean = (after: Buffer, words = place) => {
    expect(after.includes(words)).toBe(false);
    expect(after.includes(words.slice(2, 6))).toBe(false);
    for (const sample of video.samples) expect(after.includes(sample)).toBe(true);
  };

  test.each(['udta', 'meta', 'uuid', 'free', 'skip', 'wide', 'loci', '\xa9xyz', 'gps ', 'pssh', 'cmID'])(
    'loses a box %j at any position, and keeps its video in place',
    async (type) => {
      const extra = [box(type, place)];
      const before = mp4Film({
        tracks: [
          { ...video, extra },
          { ...sound, isLong: true },
        ],
        extra,
        before: [...extra, box(type)],
        after: [longBox(type, place), box(type, place.repeat(20_000))],
      });
      const after = await strip(before);
      expectClean(after);
      expect(after.length).toBe(before.length);
      for (const sample of [...video.samples, ...sound.samples])
        expect(after.indexOf(sample)).toBe(before.indexOf(sample));
      expect(after.includes('settings')).toBe(true);
    },
  );

  test.each([
    ['GoPro', 'meta', 'gpmd'],
    ['DJI', 'text', 'tx3g'],
    ['DJI subtitles', 'sbtl', 'tx3g'],
    ['a timecode', 'tmcd', 'tmcd'],
    ['Insta360', 'camm', 'camm'],
    ['subtitles', 'subt', 'stpp'],
  ])('loses the track of %s and its samples between those of the film', async (_, handler, format) => {
    const before = mp4Film({
      tracks: [video, { handler, format, samples: [place, place], name: place }, sound],
    });
    const after = await strip(before);
    expectClean(after);
    expect(after.includes('sound two')).toBe(true);
    expect(after.includes(format)).toBe(false);
    expect(after.length).toBe(before.length);
  });

  test('loses what lies between its samples, where dash cameras write', async () => {
    expectClean(await strip(mp4Film({ tracks: [video, sound], gap: `freeGPS ${place}` })));
  });

  test('loses its times and the names of its camera', async () => {
    const createdAt = 3_900_000_000;
    const settings = [box('CNCV', 'HERO12 Black')];
    const before = mp4Film({ tracks: [{ ...video, name: 'HERO12 Black', settings }], createdAt });
    const after = await strip(before);
    expectClean(after, 'HERO12 Black');
    const time = Buffer.alloc(4);
    time.writeUInt32BE(createdAt);
    expect(before.includes(time)).toBe(true);
    expect(after.includes(time)).toBe(false);
    expect(after.includes('vide')).toBe(true);
  });

  test.each(['jpeg', 'mjpa', 'ap4x', 'vvc1', 'none'])(
    'of the format %s loses the names of its camera and what it wrote beside them, too',
    async (format) => {
      const settings = [box('CNCV', place), box('udta', place), Buffer.from(place)];
      const after = await strip(mp4Film({ tracks: [{ ...video, format, name: place, settings }, sound] }));
      expectClean(after);
      expect(after.includes('sound settings')).toBe(true);
    },
  );

  test('loses what its camera wrote beside the description of its sound', async () => {
    const after = await strip(mp4Film({ tracks: [video, { ...sound, settings: [box('udta', place)] }] }));
    expectClean(after);
    expect(after.includes('sound settings')).toBe(true);
  });

  test('loses what stands behind its last box, even if that is no box', async () => {
    const film = mp4Film({ tracks: [video] });
    for (const trailer of ['1234567', `${place}8db42d694ccc418790edff439fe026bf`, '\0\0\0\x07uuid'])
      expect(await strip(Buffer.concat([film, Buffer.from(trailer)]))).toEqual(film);
  });

  test('in fragments loses the fragments of other tracks', async () => {
    const samples = [
      { track: 1, data: 'frame one' },
      { track: 2, data: place },
      { track: 1, data: 'frame two' },
    ];
    expectClean(await strip(fragmentedFilm(samples, ['vide', 'meta'])));
  });

  test('as our own film keeps every byte of its image and sound', async () => {
    const before = await readFile('src/seed/tour.mp4');
    const after = await strip(before);
    const data = (film: Buffer) => film.subarray(film.indexOf('mdat') + 4);
    expect(after.length).toBe(before.length);
    expect(data(after).equals(data(before)) || data(before).includes('moov')).toBe(true);
  });

  const film = box('mdat', 'the film itself');
  const moov = mp4Film({ tracks: [video] }).subarray(24, -(8 + 18));
  test.each<[string, Buffer[]]>([
    ['nothing', []],
    ['fewer bytes than a head', [Buffer.from('ftyp')]],
    ['no film', [box('moov')]],
    ['no description of the film', [film]],
    ['a film that no track describes', [box('moov'), film]],
    ['samples that lie elsewhere', [Buffer.from(moov), film]],
    ['a box that ends behind the file', [moov, withSize(film, film.length + 1)]],
    ['a box that ends behind its container', [box('moov', withSize(box('udta', 'x'), 100)), film]],
    ['a box smaller than its head', [moov, withSize(film, 7)]],
    ['200,001 boxes', [moov, film, ...Array.from({ length: 200_000 }, () => box('free'))]],
  ])('with %s is no video', async (_, parts) => {
    await expect(strip(Buffer.concat(parts))).rejects.toMatchObject(unreadable);
  });

  test('whose tables end too early, or claim billions of samples, is no video', async () => {
    const whole = mp4Film({ tracks: [video] });
    for (const [type, field] of [
      ['stsz', 12],
      ['stsc', 8],
      ['stco', 8],
    ] as const) {
      const broken = Buffer.from(whole);
      broken.writeUInt32BE(0xff_ff_ff_ff, broken.indexOf(type) + field);
      await expect(strip(broken)).rejects.toMatchObject(unreadable);
    }
  });

  test('is stripped or rejected when any of its bytes are changed', async () => {
    const whole = mp4Film({
      tracks: [video, { handler: 'meta', samples: [place] }],
      extra: [box('udta', place)],
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const broken = Buffer.from(whole);
        broken[at] = byte;
        const outcome = await strip(broken).catch((reason: unknown) => reason);
        if (!Buffer.isBuffer(outcome)) expect(outcome).toBeInstanceOf(AppError);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

describe('a WebM', () => {
  const segmentId = 0x18_53_80_67;
  const clusterId = 0x1f_43_b6_75;
  const tags = element(0x12_54_c3_67, element(0x73_73, place));
  const info = element(
    0x15_49_a9_66,
    element(0x2a_d7_b1, '\x0f\x42\x40'),
    element(0x4d_80, place),
    element(0x57_41, place),
    element(0x7b_a9, place),
    element(0x44_61, place),
  );
  const tracks = element(
    0x16_54_ae_6b,
    webmTrack(
      1,
      1,
      element(0x53_6e, place),
      element(0x86, 'V_VP9'),
      element(0xe0, element(0xb0, '\x07\x80'), element(0x42_99, place)),
    ),
    webmTrack(2, 2, element(0xe1, element(0x9f, '\x02'), element(0x42_99, place))),
    webmTrack(3, 0x11, element(0x53_6e, place)),
  );
  const group = (track: number, data: string) =>
    element(0xa0, element(0xa1, Buffer.from([0x80 | track, 0, 0, 0]), data), element(0x75_a1, place));
  const blocks = [
    element(0xe7, '\x01'),
    webmBlock(1, 'frame one'),
    webmBlock(3, place),
    webmBlock(2, 'sound one'),
    group(3, place),
    group(1, 'frame two'),
    element(0xec, place),
    element(0xbf, 'sum!'),
  ];
  const parts = [
    info,
    element(0xec, place),
    tags,
    tracks,
    element(0x19_41_a4_69, place),
    element(0x10_43_a7_70, place),
    element(0x42_99, place),
  ];

  const expectClean = (after: Buffer) => {
    expect(after.includes(place)).toBe(false);
    expect(after.includes('30.1')).toBe(false);
    for (const words of ['frame one', 'frame two', 'sound one', 'V_VP9'])
      expect(after.includes(words)).toBe(true);
  };

  test('loses tags, attachments, chapters, titles, dates and other tracks, and keeps its film in its place', async () => {
    const before = Buffer.concat([
      webmHeader,
      element(segmentId, ...parts, element(clusterId, ...blocks), tags),
    ]);
    const after = await strip(before, 'webm');
    expectClean(after);
    expect(after.length).toBe(before.length);
    expect(after.indexOf('frame two')).toBe(before.indexOf('frame two'));
  });

  test('of a live recording, without sizes and cut off at its end, is read likewise', async () => {
    const cluster = openElement(clusterId, ...blocks);
    const before = Buffer.concat([webmHeader, openElement(segmentId, ...parts, cluster, tags, cluster)]);
    expectClean(await strip(before, 'webm'));
    expectClean(await strip(Buffer.concat([before, Buffer.from([0xa3, 0x9f, 0x81])]), 'webm'));
  });

  test('loses the bytes after it', async () => {
    const film = Buffer.concat([webmHeader, element(segmentId, tracks, element(clusterId, ...blocks))]);
    expectClean(await strip(Buffer.concat([film, Buffer.from(place)]), 'webm'));
  });

  test.each([1, 2, 126, 127, 128, 129, 130, 16_382, 16_383, 16_384, 16_386])(
    'stays readable behind %i bytes of tags',
    async (length) => {
      const long = element(0x12_54_c3_67, 'x'.repeat(length));
      const before = Buffer.concat([
        webmHeader,
        element(segmentId, long, tracks, element(clusterId, ...blocks)),
      ]);
      const once = await strip(before, 'webm');
      expectClean(once);
      expect(once.includes('xx')).toBe(false);
      expect(await strip(once, 'webm')).toEqual(once);
    },
  );

  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['no segment', webmHeader],
    ['another element than a segment', Buffer.concat([webmHeader, tags])],
    [
      'a segment that ends behind the file',
      Buffer.concat([webmHeader, element(segmentId, tags)]).subarray(0, -1),
    ],
    [
      'an element that ends behind its container',
      Buffer.concat([webmHeader, element(segmentId, element(clusterId, tags.subarray(0, 10)))]),
    ],
    [
      'tags without a size',
      Buffer.concat([
        webmHeader,
        openElement(segmentId, tracks, openElement(0x12_54_c3_67, webmBlock(1, 'a'))),
      ]),
    ],
  ])('with %s is no video', async (_, film) => {
    await expect(strip(film, 'webm')).rejects.toMatchObject(unreadable);
  });

  test('is stripped or rejected when any of its bytes are changed', async () => {
    const whole = Buffer.concat([webmHeader, element(segmentId, ...parts, element(clusterId, ...blocks))]);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const broken = Buffer.from(whole);
        broken[at] = byte;
        const outcome = await strip(broken, 'webm').catch((reason: unknown) => reason);
        if (!Buffer.isBuffer(outcome)) expect(outcome).toBeInstanceOf(AppError);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
