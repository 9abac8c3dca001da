import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Hono } from 'hono';
import { afterAll, inject } from 'vitest';
import { createApi } from '../src/api.ts';
import type { TableSchema } from '../src/db/table-schemas.server.ts';
import { compileTables } from '../src/db/tables.server.ts';
import { parseSettings, type Settings } from '../src/env.server.ts';
import type { Ctx, Platform } from '../src/platform/context.server.ts';
import { divideConnections } from '../src/platform/divide-connections.server.ts';
import type { ApiEnv } from '../src/platform/http/app-env.server.ts';
import type { MailJob } from '../src/platform/mail/mailer.server.ts';
import { renderEmail } from '../src/platform/mail/render-email.server.tsx';
import { sitePattern } from './page-patterns.ts';
import { longTimeouts, openPlatform } from './platform.ts';
import { requiredEnv } from './settings.ts';
import { returnDatabase, takeDatabase } from './shared-databases.ts';

export interface TestApp {
  api: Hono<ApiEnv>;
  platform: Platform;
  /** A context for calling actions directly. */
  ctx: Ctx;
  /** Sends JSON (or the given body) as a browser on the site would. */
  request(method: string, path: string, options?: TestRequest): Promise<Response>;
  /** Mail that waits in the queue, oldest first, with the HTML that it will have. */
  queuedMail(): Promise<(MailJob & { html: string })[]>;
  close(): Promise<void>;
}

export interface TestRequest {
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The address the request comes from. */
  from?: string;
}

/**
 * The whole API, called as a function, on a database with the template's rows that nothing else uses at the time.
 * @param overrides parts of the world to replace: a clock, a card provider at the stand-in's address; the timeouts of the
 * database are long unless a test is about them
 */
export async function testApp({
  tables,
  timeoutFactor = longTimeouts,
  ...overrides
}: Omit<Partial<Platform>, 'tables'> & {
  env?: Record<string, string>;
  tables?: readonly TableSchema[];
  timeoutFactor?: number;
} = {}): Promise<TestApp> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-files-'));
  const { env, ...replaced } = overrides;
  const parsed = testSettings(inject('serverUrl'), folder, env);
  const database = await takeDatabase(divideConnections(parsed).site, timeoutFactor);
  const settings = { ...parsed, databaseUrl: database.url };
  const platform = await openPlatform(
    settings,
    { ...(tables ? { tables: compileTables(tables) } : {}), ...replaced },
    database.pool,
  );
  const { pool } = platform;
  const api = createApi(platform);

  return {
    api,
    platform,
    ctx: { ...platform, viewer: null, clientKey: '203.0.113.1' },
    async request(method, requestPath, options = {}) {
      const headers = new Headers({ Host: new URL(settings.appUrl).host, ...options.headers });
      if (options.json !== undefined && !headers.has('Content-Type'))
        headers.set('Content-Type', 'application/json');
      const body = options.json === undefined ? options.body : JSON.stringify(options.json);
      const request = new Request(new URL(requestPath, settings.appUrl), {
        method,
        headers,
        body,
        signal: options.signal ?? null,
      });
      return api.fetch(request, clientAt(options.from ?? '203.0.113.1', headers));
    },
    async queuedMail() {
      const { rows } = await pool.query<{ payload: MailJob }>(
        `select payload from graphile_worker._private_jobs as jobs
         join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
         where tasks.identifier = 'send_mail' order by jobs.id`,
      );
      return rows.map(({ payload }) => ({
        ...payload,
        // Most tests read no HTML, and rendering it would be half of what some of them take.
        get html() {
          return payload.content ? renderEmail(payload.content) : (payload.html ?? '');
        },
      }));
    },
    async close() {
      await platform.content.close();
      if (pool !== database.pool) await pool.end();
      await returnDatabase(database);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a `testApp` for one test file, and closes it after the file's last test. */
export async function testAppForFile(overrides?: Parameters<typeof testApp>[0]): Promise<TestApp> {
  const app = await testApp(overrides);
  afterAll(() => app.close());
  return app;
}

/** Ordinary local settings; third parties point nowhere unless `env` does. */
export const testSettings = (database: string, folder: string, env: Record<string, string> = {}): Settings =>
  parseSettings({
    ...requiredEnv,
    PORT: '3000',
    DATA_DIR: folder,
    DATABASE_URL: database,
    ADMIN_EMAILS: 'host@example.com',
    STRIPE_API_URL: 'http://127.0.0.1:9',
    GOOGLE_ISSUER: 'http://127.0.0.1:9/google',
    ...env,
  });

/** The part of Node's request with the client's address. */
function clientAt(address: string, headers: Headers): ApiEnv['Bindings'] {
  const incoming = { socket: { remoteAddress: address }, headers: Object.fromEntries(headers) };
  return { incoming, pagePattern: sitePattern } as unknown as ApiEnv['Bindings'];
}
