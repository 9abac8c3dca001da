import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runBackups } from '../src/features/backups/run-backups.server.ts';
import { jobs, lanes } from '../src/jobs.server.ts';
import { divideConnections } from '../src/platform/divide-connections.server.ts';
import { createMailTransport } from '../src/platform/mail/mail-transport.server.ts';
import { type Queue, startQueue } from '../src/platform/queue/job-queue.server.ts';
import { type TestApp, testApp } from './app.ts';
import { type Browser, signedInBrowser } from './sign-in.ts';

const poolSize = 9;
const watchEveryMs = 5;
const place = await mkdtemp(path.join(os.tmpdir(), 'pcb-place-'));
const watcher = new pg.Client({ connectionString: inject('serverUrl') });

let app: TestApp;
let host: Browser;
let queue: Queue;
let stopWatching: () => Promise<void>;
/** The connections of the busiest moment, each by its `application_name`. */
let most: string[] = [];

/** Watches what one process holds: in its own database, and in that of a proof beside it. */
function watchConnections(database: string): () => Promise<void> {
  let isOver = false;
  async function watch(): Promise<void> {
    while (!isOver) {
      const { rows } = await watcher.query<{ name: string }>(
        `select application_name as name from pg_stat_activity where starts_with(datname, $1) order by 1`,
        [database],
      );
      if (rows.length > most.length) most = rows.map(({ name }) => name);
      await sleep(watchEveryMs);
    }
  }
  const watching = watch();
  return () => {
    isOver = true;
    return watching;
  };
}

beforeAll(async () => {
  await watcher.connect();
  app = await testApp({ env: { POOL_SIZE: String(poolSize), BACKUP_URL: `file:${place}` } });
  const { platform } = app;
  const { databaseUrl } = platform.settings;
  stopWatching = watchConnections(new URL(databaseUrl).pathname.slice(1));
  const { settings, log } = platform;
  queue = startQueue({
    databaseUrl,
    tasks: jobs(platform, createMailTransport(settings.smtpUrl, settings.mailFrom)),
    lanes,
    crontab: '',
    log,
    maxConnections: divideConnections(settings).queue,
  });
  host = await signedInBrowser(app, 'host@example.com');
  // More than all buffers between the database and a browser hold, so that an export lasts until it is read.
  await platform.pool.query(
    `drop index inquiries_message_trigrams;
     insert into inquiries (id, name, email, property_title, check_in, check_out, guests, message)
     select gen_random_uuid(), 'Ann', 'ann@example.com', 'Sandpiper', '2027-05-01', '2027-05-04', 2, repeat('x', 100000)
     from generate_series(1, 300)`,
  );
});
afterAll(async () => {
  await queue.stop();
  await app.close();
  await stopWatching();
  await watcher.end();
  await rm(place, { recursive: true, force: true });
});

const exported = () => host.request('GET', '/api/tables/inquiries/export');
const list = () => host.request('GET', '/api/tables/properties');
const statuses = async (responses: Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);

test('POOL_SIZE bounds the connections of requests, jobs, exports, backups and proofs together', async () => {
  const { ctx, platform } = app;
  const exports = await Promise.all([exported(), exported(), exported()]);
  const backup = runBackups(ctx, { make: true, prove: true });
  expect(await statuses(Array.from({ length: 12 }, list))).toEqual(Array(12).fill(200));
  for (const response of exports) await response.body?.cancel();
  await backup;
  const { rows } = await platform.pool.query('select proven_at is not null as is_proven, error from backups');
  expect(rows).toEqual([{ is_proven: true, error: '' }]);
  expect(await statuses(Array.from({ length: 12 }, list))).toEqual(Array(12).fill(200));
  await stopWatching();
  expect(most.length, most.join(', ')).toBeLessThanOrEqual(poolSize);
  expect(most).toContain('pcb-queue');
  expect(exports.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
});
