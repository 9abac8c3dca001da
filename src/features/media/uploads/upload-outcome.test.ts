import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { cuttingProxy } from '../../../../test/cut-connection.ts';
import { runQueuedJobs } from '../../../../test/queue.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { fromOwnPage, plainPicture } from '../../../../test/uploads.ts';
import { createApi } from '../../../api.ts';
import { createDb, createPool } from '../../../db/client.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';

let app: TestApp;
let host: Browser;
let proxy: Awaited<ReturnType<typeof cuttingProxy>>;
let pool: ReturnType<typeof createPool>;
let api: Hono<ApiEnv>;
beforeAll(async () => {
  app = await testApp();
  host = await signedInBrowser(app, 'host@example.com');
  await app.platform.pool.query('delete from graphile_worker._private_jobs');
  proxy = await cuttingProxy(app.platform.settings.databaseUrl);
  pool = createPool(proxy.url);
  api = createApi({ ...app.platform, pool, db: createDb(pool) });
});
beforeEach(() => app.platform.pool.query('delete from media where uploaded_by is not null'));
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await app.close();
});

/** Uploads by way of the proxy. */
async function uploadPicture(): Promise<Response> {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(await plainPicture(60, 40).png().toBuffer())], 'a.png'));
  const Cookie = [...host.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { ...fromOwnPage, Cookie };
  return api.fetch(
    new Request('http://localhost:3000/api/upload/media', { method: 'POST', body, headers }),
    {},
  );
}

const rows = async (): Promise<{ id: string; status: string }[]> =>
  (await app.platform.pool.query('select id, status from media where uploaded_by is not null')).rows;

const keys = async (): Promise<string[]> => {
  const found: string[] = [];
  for (const folder of ['media/', 'originals/'])
    for await (const { key } of app.platform.storage.list(folder)) found.push(key);
  return found;
};

test('an upload whose COMMIT succeeded without a response has row, files and sizes', async () => {
  proxy.cutNext(/commit/i, 'after');
  const response = await uploadPicture();
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    message: 'We do not know whether the upload was stored. Please look for it in the library.',
  });
  const [row, ...more] = await rows();
  expect(more).toEqual([]);
  expect((await keys()).filter((key) => key.includes(String(row?.id)))).toEqual([
    `media/${row?.id}/60.jpg`,
    `originals/${row?.id}/picture.bin`,
  ]);
  await runQueuedJobs(app.platform);
  expect(await rows()).toMatchObject([{ status: 'ready' }]);
});

test('an upload whose COMMIT never arrived has no row; its files are left to the clean-up', async () => {
  const before = await keys();
  proxy.cutNext(/commit/i, 'before');
  expect((await uploadPicture()).status).toBe(503);
  expect(await rows()).toEqual([]);
  expect(await keys()).toHaveLength(before.length + 2);
  expect(await readdir(path.join(app.platform.settings.dataDir, 'tmp'))).toEqual([]);
});

test.each([/begin/i, /add_job/, /insert into "media"/, /audit_log/])(
  'an upload whose connection breaks at %s is rejected with a request to retry, and leaves nothing',
  async (statement) => {
    const before = await keys();
    for (const cut of ['before', 'after'] as const) {
      proxy.cutNext(statement, cut);
      const response = await uploadPicture();
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '3']);
      expect(await rows()).toEqual([]);
      expect(await keys()).toEqual(before);
    }
    expect((await uploadPicture()).status).toBe(200);
  },
);

test('files of an upload that the database rejected are removed at once', async () => {
  const before = await keys();
  await app.platform.pool.query('alter table media add constraint none check (uploaded_by is null)');
  expect((await uploadPicture()).status).toBe(500);
  await app.platform.pool.query('alter table media drop constraint none');
  expect(await keys()).toEqual(before);
});
