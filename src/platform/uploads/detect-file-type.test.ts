import { expect, test } from 'vitest';
import { webmFilm } from '../../../test/uploads.ts';
import { detectMedia } from './detect-file-type.server.ts';

const film = (brand: string, further = 'isommp42') =>
  Buffer.from(`\0\0\0${String.fromCharCode(16 + further.length)}ftyp${brand}\0\0\0\0${further}`, 'latin1');
const tag = Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1');
const mp4 = { type: 'video/mp4', extension: 'mp4' };
const webm = { type: 'video/webm', extension: 'webm' };

test.each([
  'isom',
  'iso2',
  'iso9',
  'mp41',
  'mp42',
  'avc1',
  'M4V ',
  'M4VH',
  'M4VP',
  'MSNV',
  'dash',
  'mmp4',
  'f4v ',
])('an MP4 film of the brand %s is a video', async (brand) =>
  expect(await detectMedia(film(brand))).toEqual(mp4),
);

test.each(['XAVC', 'qt  ', '3gp4', 'hvc1', 'iso1', 'none'])(
  'a film of the brand %s is a video by its further brands, and none without',
  async (brand) => {
    expect(await detectMedia(film(brand))).toEqual(mp4);
    expect(await detectMedia(film(brand, brand))).toBeNull();
  },
);

test.each(['M4A ', 'M4B ', 'F4A ', 'heic', 'heix', 'hevc', 'mif1', 'msf1', 'crx '])(
  'the brand %s is no video, with any compatible brands',
  async (brand) => expect(await detectMedia(film(brand))).toBeNull(),
);

test.each(['mif1', 'msf1', 'miaf', 'avif', 'avis', 'heic', 'isom'])(
  'an image of the brand %s is an AVIF by its further brands',
  async (brand) => {
    expect(await detectMedia(film(brand, 'mif1avif'))).toBe('image');
    expect(await detectMedia(film(brand, 'avismiaf'))).toBe('image');
  },
);

test.each(['mif1heic', 'mif1', 'heix', 'msf1hevc'])(
  'an HEIF image with the brands %s is no AVIF',
  async (brands) => expect(await detectMedia(film('mif1', brands))).toBeNull(),
);

test('brands behind the end of their box or of the bytes are none', async () => {
  const short = Buffer.from('\0\0\0\x14ftypnone\0\0\0\0nonemp42', 'latin1');
  expect(await detectMedia(short)).toBeNull();
  expect(await detectMedia(short.subarray(0, 10))).toBeNull();
});

test('a film after an ID3 tag is rejected', async () => {
  expect(await detectMedia(webmFilm)).toEqual(webm);
  for (const content of [film('isom'), film('M4V '), webmFilm])
    expect(await detectMedia(Buffer.concat([tag, content]))).toBeNull();
});
