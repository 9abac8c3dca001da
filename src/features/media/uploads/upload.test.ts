import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { runQueuedJobs } from '../../../../test/queue.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { filmWithPlace, fromOwnPage, plainPicture, upload, webmFilm } from '../../../../test/uploads.ts';
import type { Media } from '../contract.server.ts';
import { imagesByUrl } from '../store.server.ts';

let app: TestApp;
let host: Browser;
let guest: Browser;
beforeAll(async () => {
  app = await testApp();
  host = await signedInBrowser(app, 'host@example.com');
  guest = await signedInBrowser(app, 'guest@example.com');
});
afterAll(() => app.close());

/** Every file of the site: stored ones, and temporary ones. */
const filesOnDisk = async (): Promise<string[]> => {
  const { dataDir } = app.platform.settings;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)))
    .sort();
};

const rows = async () => (await app.platform.pool.query('select id from media')).rows.length;

const stored = async (key: string): Promise<Buffer> =>
  Buffer.from(await new Response(await (await app.platform.storage.get(key))?.stream()).arrayBuffer());

const jpeg = (width = 2000, height = 1000) => plainPicture(width, height).jpeg().toBuffer();

async function uploaded(response: Response): Promise<Media> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { media: Media }).media;
}

describe('an image', () => {
  test('can be used at once and gets all sizes from the queue', async () => {
    const response = await upload(host, 'media', await jpeg(), 'Höuse.JPG', {
      alt: ' A house\non the beach ',
    });
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    const body = (await response.json()) as { media_url: string; media: Media };
    const { id } = body.media;
    expect(body).toMatchObject({
      media_url: `/media/${id}/1800.jpg`,
      media: {
        kind: 'image',
        alt: 'A house on the beach',
        width: 1800,
        height: 900,
        status: 'processing',
        originalName: 'Höuse.jpg',
        thumb: `/media/${id}/1800.jpg`,
      },
    });
    const first = await stored(`media/${id}/1800.jpg`);
    expect((await sharp(first).metadata()).format).toBe('jpeg');
    expect(await imagesByUrl(app.platform.db, [body.media_url])).toEqual(new Map());

    await runQueuedJobs(app.platform);
    const image = (await imagesByUrl(app.platform.db, [body.media_url])).get(body.media_url);
    expect(image).toMatchObject({ widths: [480, 800, 1200, 1800], width: 1800, alt: 'A house on the beach' });
    for (const width of [480, 800, 1200, 1800])
      for (const extension of ['avif', 'webp', 'jpg'])
        expect((await stored(`media/${id}/${width}.${extension}`)).length).toBeGreaterThan(100);
    expect(await stored(`media/${id}/1800.jpg`)).toEqual(first);
    expect((await filesOnDisk()).filter((name) => /originals|tmp/.test(name))).toEqual([]);
  });

  test.each(['\n', '\0', '\u2028', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2069'])(
    'is described without control characters and without those that reverse text: %j',
    async (control) => {
      const alt = `${control}A${control}dune`;
      const media = await uploaded(await upload(host, 'media', await jpeg(60, 40), 'a.jpg', { alt }));
      expect(media.alt).toBe('A dune');
    },
  );

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('may be a %s with any name', async (format) => {
    const body = await plainPicture(60, 40).toFormat(format).toBuffer();
    const media = await uploaded(await upload(host, 'media', body, 'holiday.exe'));
    expect(media).toMatchObject({ kind: 'image', width: 60, height: 40, originalName: 'holiday.exe.jpg' });
  });

  test('loses location, owner and camera in every size (T-85)', async () => {
    const secret = 'The owner lives here';
    const gps = { GPSLatitude: '30/1 10/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '85/1 48/1 0/1' };
    const photo = await plainPicture(900, 600)
      .withExif({ IFD0: { Copyright: secret, Model: secret }, IFD3: gps })
      .jpeg()
      .toBuffer();
    expect(photo.includes(secret)).toBe(true);
    const { id } = await uploaded(await upload(host, 'media', photo));
    await runQueuedJobs(app.platform);
    const kept = (await filesOnDisk()).filter((name) => name.includes(id));
    expect(kept).toHaveLength(9);
    for (const name of kept) {
      const body = await stored(name.replace(/^storage\//, ''));
      const { exif, xmp, iptc } = await sharp(body).metadata();
      expect([exif, xmp, iptc, body.includes(secret)]).toEqual([undefined, undefined, undefined, false]);
    }
  });

  test('uploaded as a file becomes an image of the library without metadata', async () => {
    const response = await upload(host, 'file', await jpeg(300, 200), 'plan.jpg');
    const { file_url: url, media } = (await response.json()) as { file_url: string; media: Media };
    expect(media.kind).toBe('image');
    expect(url).toBe(`/media/${media.id}/300.jpg`);
  });
});

describe('a video', () => {
  test('keeps its frames and loses its location', async () => {
    const media = await uploaded(await upload(host, 'media', filmWithPlace('+30.17-085.80/'), 'tour.mov'));
    expect(media).toMatchObject({
      kind: 'video',
      url: `/media/${media.id}/video.mp4`,
      thumb: null,
      status: 'ready',
      originalName: 'tour.mov.mp4',
    });
    const kept = await stored(`media/${media.id}/video.mp4`);
    expect(kept.length).toBe(filmWithPlace('+30.17-085.80/').length);
    expect(kept.includes('the film itself')).toBe(true);
    expect(kept.includes('30.17')).toBe(false);
  });

  test('may be a WebM', async () => {
    const media = await uploaded(await upload(host, 'media', webmFilm));
    expect(media.url).toBe(`/media/${media.id}/video.webm`);
  });

  test('that is no complete MP4 is rejected', async () => {
    const response = await upload(host, 'media', filmWithPlace('x').subarray(0, 60));
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      400,
      'This file could not be read as a video.',
    ]);
  });
});

describe('uploading', () => {
  const untouched = async (send: () => Promise<Response>, status: number) => {
    const before = [await filesOnDisk(), await rows()];
    const response = await send();
    expect(response.status).toBe(status);
    expect([await filesOnDisk(), await rows()]).toEqual(before);
  };

  test('rejects anonymous visitors and guests before reading the body (T-66)', async () => {
    let read = 0;
    const body = () =>
      new ReadableStream(
        {
          pull() {
            read += 1;
          },
        },
        { highWaterMark: 0 },
      );
    for (const kind of ['media', 'file'] as const) {
      const send = (browser: Browser) => () =>
        app.api.fetch(
          new Request(`http://localhost:3000/api/upload/${kind}`, {
            method: 'POST',
            body: body(),
            duplex: 'half',
            headers: {
              ...fromOwnPage,
              'Content-Type': 'multipart/form-data; boundary=x',
              Cookie: [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; '),
            },
          } as RequestInit),
          {},
        ) as Promise<Response>;
      await untouched(send(cookieBrowser(app)), 401);
      await untouched(send(guest), 403);
      await untouched(async () => upload(guest, kind, await jpeg()), 403);
    }
    expect(read).toBe(0);
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['a subdomain', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://evil.localhost:3000' }],
    ['an origin in disguise', { Origin: 'null' }],
    ['an unnamed origin', {}],
  ])('rejects a form from %s (T-46)', async (_, headers) => {
    for (const kind of ['media', 'file']) {
      const body = new FormData();
      body.append('file', new File([new Uint8Array(await jpeg())], 'a.jpg'));
      const before = [await filesOnDisk(), await rows()];
      const response = await host.request('POST', `/api/upload/${kind}`, { body, headers });
      expect([403, 415]).toContain(response.status);
      expect([await filesOnDisk(), await rows()]).toEqual(before);
    }
  });
});

test('an upload is audited with its author', async () => {
  const { id } = await uploaded(await upload(host, 'file', 'Rules of the house', 'rules.txt'));
  const { rows: history } = await app.platform.pool.query(
    `select action, actor_email, after ->> 'original_name' as name from audit_log where table_name = 'media' and row_id = $1`,
    [id],
  );
  expect(history).toEqual([{ action: 'create', actor_email: 'host@example.com', name: 'rules.txt' }]);
  const { rows: by } = await app.platform.pool.query(
    'select users.email from media join users on users.id = uploaded_by where media.id = $1',
    [id],
  );
  expect(by).toEqual([{ email: 'host@example.com' }]);
});
