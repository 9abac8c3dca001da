import { mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openS3, type S3Server } from '../../../../sandbox/s3/server.ts';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { runQueuedJobs } from '../../../../test/queue.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { bucketEnv } from '../../../../test/storage.ts';
import { plainPicture, upload } from '../../../../test/uploads.ts';
import { createSite } from '../../../app.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { createMetrics } from '../../../platform/observability/metrics.server.ts';
import type { Media } from '../contract.server.ts';
import { encodeUpload } from '../processing/process-image.server.ts';

/** A storage and how to break and mend it. */
interface Breakable {
  env: Record<string, string>;
  /** Responds, but only with failures. */
  fail(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

async function breakableFolder(): Promise<Breakable> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-away-'));
  const files = path.join(folder, 'files');
  return {
    env: { STORAGE_URL: `file:${files}` },
    async fail() {
      await rename(files, `${files}.aside`);
      // A link to itself fails even for the superuser: ELOOP.
      await symlink('files', files);
    },
    async mend() {
      await rm(files);
      await rename(`${files}.aside`, files);
    },
    close: () => rm(folder, { recursive: true }),
  };
}

function breakableBucket(status: number) {
  return async (): Promise<Breakable> => {
    const s3: S3Server = await openS3();
    return {
      env: bucketEnv(s3),
      async fail() {
        s3.faults.push(...Array.from({ length: 100 }, () => status));
      },
      async mend() {
        s3.faults.splice(0);
      },
      close: s3.close,
    };
  };
}

const kinds: [string, () => Promise<Breakable>][] = [
  ['a folder', breakableFolder],
  ['a bucket that answers 403', breakableBucket(403)],
  ['a bucket that answers 500', breakableBucket(500)],
];

describe.each(kinds)('while %s fails', (_, open) => {
  let storage: Breakable;
  let app: TestApp;
  let site: Hono<ApiEnv>;
  let host: Browser;
  beforeAll(async () => {
    storage = await open();
    app = await testApp({ env: storage.env });
    host = await signedInBrowser(app, 'host@example.com');
    await app.platform.pool.query('delete from graphile_worker._private_jobs');
    site = createSite({
      platform: app.platform,
      api: app.api,
      renderPage: async () => new Response('a page'),
      serveStatic: async () => null,
      metrics: createMetrics(),
      isReady: async () => true,
    });
  });
  afterAll(async () => {
    await app.close();
    await storage.close();
  });

  async function whileAway<Result>(work: () => Promise<Result>): Promise<Result> {
    await storage.fail();
    try {
      return await work();
    } finally {
      await storage.mend();
    }
  }

  async function uploaded(kind: 'media' | 'file', content: Uint8Array | string): Promise<Media> {
    const response = await upload(host, kind, content, 'rules.txt');
    expect(response.status).toBe(200);
    return ((await response.json()) as { media: Media }).media;
  }
  const newPicture = async () => uploaded('media', await plainPicture(500, 300).png().toBuffer());

  const statusOf = async ({ id }: Media) =>
    (await app.platform.pool.query('select status from media where id = $1', [id])).rows[0].status;

  const refusal = {
    'retry-after': '10',
    'cache-control': 'no-store',
    'content-type': 'application/json',
  };

  test('images, link previews and downloads are 503 and uncached, and recover afterwards', async () => {
    const picture = await newPicture();
    const file = await uploaded('file', 'Rules of the house');
    const requests: [string, RequestInit][] = [
      [picture.url, {}],
      [picture.url, { method: 'HEAD' }],
      [picture.url, { headers: { Range: 'bytes=0-9' } }],
      [picture.url, { headers: { 'If-None-Match': '"x"' } }],
      [file.url, {}],
      [file.url, { method: 'HEAD' }],
      ['/share/stay/the-beachcomber.jpg', {}],
    ];
    await whileAway(async () => {
      for (const [url, request] of requests) {
        const response = await site.request(url, request, {});
        expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([503, refusal]);
      }
    });
    for (const [url, request] of requests)
      expect((await site.request(url, request, {})).status).toBe(
        request.headers && 'Range' in request.headers ? 206 : 200,
      );
  }, 60_000);

  test('uploads are rejected with a message, and nothing of them stays', async () => {
    const rows = async () => (await app.platform.pool.query('select id from media')).rows.length;
    const before = await rows();
    const picture = await plainPicture(40, 40).png().toBuffer();
    await whileAway(async () => {
      for (const [kind, content] of [
        ['media', picture],
        ['file', 'Rules'],
      ] as const) {
        const response = await upload(host, kind, content);
        expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '10']);
        expect(((await response.json()) as { message: string }).message).toContain(
          'out of reach for a moment',
        );
      }
    });
    expect(await rows()).toBe(before);
    expect(await readdir(path.join(app.platform.settings.dataDir, 'tmp'))).toEqual([]);
  }, 60_000);

  test('no image fails, not even at the last attempt, and its original stays', async () => {
    const media = await newPicture();
    await whileAway(async () => {
      for (const number of [1, 3, 10]) {
        const work = encodeUpload(app.ctx, media.id, { number, maxAttempts: 10 });
        await expect(work).rejects.toMatchObject({ code: 'unavailable' });
      }
    });
    expect(await statusOf(media)).toBe('processing');
    while ((await runQueuedJobs(app.platform)) > 0);
    expect(await statusOf(media)).toBe('ready');
  }, 60_000);
});

test('an unmounted folder fails no image', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-mount-'));
  const files = path.join(folder, 'files');
  const app = await testApp({ env: { STORAGE_URL: `file:${files}` } });
  const host = await signedInBrowser(app, 'host@example.com');
  const response = await upload(host, 'media', await plainPicture(50, 30).png().toBuffer());
  const { media } = (await response.json()) as { media: Media };
  await rename(files, `${files}.elsewhere`);
  for (const number of [1, 3, 10]) {
    const work = encodeUpload(app.ctx, media.id, { number, maxAttempts: 10 });
    await expect(work).rejects.toMatchObject({ code: 'unavailable' });
  }
  await rename(`${files}.elsewhere`, files);
  await encodeUpload(app.ctx, media.id, { number: 1, maxAttempts: 10 });
  const { rows } = await app.platform.pool.query('select status from media where id = $1', [media.id]);
  expect(rows).toEqual([{ status: 'ready' }]);
  await app.close();
  await rm(folder, { recursive: true });
});
