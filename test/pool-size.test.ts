import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runBackups } from '../src/features/backups/run-backups.server.ts';
import { jobs, lanes } from '../src/jobs.server.ts';
import { divideConnections } from '../src/platform/divide-connections.server.ts';
import { createMailTransport } from '../src/platform/mail/mail-transport.server.ts';
import { type Queue, startQueue } from '../src/platform/queue/job-queue.server.ts';
import { type TestApp, testApp } from './app.ts';
import { type Browser, signedInBrowser } from './sign-in.ts';

const poolSize = 9;
const place = await mkdtemp(path.join(os.tmpdir(), 'pcb-place-'));

let app: TestApp;
let host: Browser;
let queue: Queue;
/** The connections of the busiest moment, each by its `application_name`. */
let most: string[] = [];

interface Connection {
  database?: string;
  connectionParameters: { application_name?: string };
  once(event: 'end', listener: () => void): void;
}

/**
 * Counts what the process holds: in its own database, and in that of a proof beside it. A connection is closed once its end
 * was requested; the server may list it a little longer.
 */
function watchConnections(database: string): void {
  const held = new Set<Connection>();
  const { connect, end } = pg.Client.prototype;
  const connecting = vi.spyOn(pg.Client.prototype, 'connect');
  const ending = vi.spyOn(pg.Client.prototype, 'end');
  connecting.mockImplementation(function (this: Connection, ...args: Parameters<typeof connect>) {
    if (this.database?.startsWith(database)) {
      held.add(this);
      this.once('end', () => held.delete(this));
      const names = [...held].map(({ connectionParameters }) => connectionParameters.application_name ?? '');
      if (names.length > most.length) most = names.sort();
    }
    return Reflect.apply(connect, this, args);
  } as typeof connect);
  ending.mockImplementation(function (this: Connection, ...args: Parameters<typeof end>) {
    held.delete(this);
    return Reflect.apply(end, this, args);
  } as typeof end);
}

beforeAll(async () => {
  app = await testApp({ env: { POOL_SIZE: String(poolSize), BACKUP_URL: `file:${place}` } });
  const { platform } = app;
  const { databaseUrl } = platform.settings;
  watchConnections(new URL(databaseUrl).pathname.slice(1));
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
  vi.restoreAllMocks();
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
  expect(most.length, most.join(', ')).toBeLessThanOrEqual(poolSize);
  expect(most).toContain('pcb-queue');
  expect(exports.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
});
