import { expect, test } from 'vitest';
import { webmFilm } from '../../../test/uploads.ts';
import { detectMedia } from './detect-file-type.server.ts';

const film = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0isommp42`, 'latin1');
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

test.each(['XAVC', 'qt  ', 'M4A ', '3gp4', 'heic', 'iso1', 'none'])(
  'the brand %s is rejected',
  async (brand) => expect(await detectMedia(film(brand))).toBeNull(),
);

test('a film after an ID3 tag is rejected', async () => {
  expect(await detectMedia(webmFilm)).toEqual(webm);
  for (const content of [film('isom'), film('M4V '), webmFilm])
    expect(await detectMedia(Buffer.concat([tag, content]))).toBeNull();
});
