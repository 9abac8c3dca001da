import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApi } from './api.ts';
import { createSite } from './app.server.ts';
import { createDb, createPool } from './db/client.server.ts';
import { isMigrated, migrate } from './db/migrate.server.ts';
import { readTables } from './db/table-schemas.server.ts';
import { compileTables } from './db/tables.server.ts';
import { readSettings, type Settings } from './env.server.ts';
import { ensureIndexes } from './features/admin/schema/ensure-indexes.server.ts';
import { crontab, jobs, lanes } from './jobs.server.ts';
import { createContentCache } from './platform/cache/content-cache.server.ts';
import { createPageCache } from './platform/cache/page-cache.server.ts';
import type { Platform } from './platform/context.server.ts';
import { createWebServer, listen } from './platform/http/node-server.server.ts';
import { createLimits } from './platform/http/rate-limit.server.ts';
import { securityHeaders } from './platform/http/security-headers.server.ts';
import { createStaticFiles } from './platform/http/static-files.server.ts';
import { createGoogle } from './platform/identity/google-oidc.server.ts';
import { createMailTransport, mail } from './platform/mail/mailer.server.ts';
import { createLog } from './platform/observability/logger.server.ts';
import { createMetrics } from './platform/observability/metrics.server.ts';
import { migrateQueue, startQueue } from './platform/queue/job-queue.server.ts';
import { createPageRenderer, type PagesBuild } from './platform/render-page.server.ts';
import { createStorage } from './platform/storage/create-storage.server.ts';
import { createStripe } from './platform/stripe.server.ts';
import { seed } from './seed/seed.server.ts';
import { seedImages } from './seed/store-images.server.ts';
import { tableHooks } from './table-hooks.server.ts';

const closeWithinMs = 2_000;
/** Requests in flight and running jobs have 10 s of it. */
const stopWithinMs = 14_000;

const buildFolder = new URL('../build/', import.meta.url);

async function start(settings: Settings): Promise<() => Promise<void>> {
  const log = createLog(settings.logLevel);
  // A rejection without a handler is a bug, but no reason to end the process for all guests.
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'));
  const tables = compileTables(await readTables());
  const pool = createPool(settings.databaseUrl);
  const db = createDb(pool);
  await mkdir(settings.dataDir, { recursive: true });
  const storage = createStorage(settings.storageUrl, settings.s3);
  await migrate(pool);
  await migrateQueue(pool, log);
  await seed(db, seedImages(storage), (done, of) =>
    notifyParent({ progress: `Preparing pictures ${done}/${of}` }),
  );

  const content = createContentCache(settings.databaseUrl, log);
  const platform: Platform = {
    ...{ settings, pool, db, log, mail, storage, content, tables, tableHooks },
    stripe: createStripe(settings.stripe.secretKey, settings.stripe.apiUrl),
    google: createGoogle(settings),
    consumeLimit: createLimits(pool),
    now: () => new Date(),
  };
  const api = createApi(platform);
  const cache = createPageCache(content);
  const build = (await import(new URL('server/index.js', buildFolder).href)) as PagesBuild;
  const site = createSite({
    platform,
    api,
    renderPage: createPageRenderer({ platform, build, cache, api: api.fetch }),
    serveStatic: createStaticFiles(fileURLToPath(new URL('client/', buildFolder)), securityHeaders(settings)),
    metrics: createMetrics(),
    isReady: async () => !stopping && (await isMigrated(pool).catch(() => false)),
  });
  const web = createWebServer(site, cache, log, securityHeaders(settings));
  await listen(web.server, settings.port, settings.socketFd);
  notifyParent({ ready: settings.appUrl });
  ensureIndexes(platform).catch((err) => log.error({ err }, 'index maintenance failed'));

  const transport = createMailTransport(settings.smtpUrl, settings.mailFrom);
  const { databaseUrl } = settings;
  const tasks = jobs(platform, transport);
  const queue = startQueue({ databaseUrl, tasks, lanes, crontab, log });
  return async () => {
    // Until every proxy has read /readyz: one that reuses a connection while it closes loses its request.
    await sleep(settings.shutdownDelayMs);
    setTimeout(() => process.exit(0), stopWithinMs);
    const ends = await Promise.allSettled([web.drain(), queue.stop()]);
    transport.close();
    // An index may still be built; the next start does it again.
    const closed = Promise.allSettled([content.close(), pool.end()]);
    ends.push(...((await Promise.race([closed, sleep(closeWithinMs)])) ?? []));
    for (const end of ends)
      if (end.status === 'rejected') log.warn({ err: end.reason }, 'stopped out of order');
  };
}

function notifyParent(message: { ready: string } | { progress: string } | { failed: string }): void {
  if (process.connected) process.send?.(message);
}

function exitWithError(error: unknown): never {
  const text = error instanceof Error ? error.message : String(error);
  if (process.send) notifyParent({ failed: text });
  else console.error(text);
  process.exit(1);
}

let stop: (() => Promise<void>) | undefined;
let stopping = false;
async function shutDown(): Promise<void> {
  if (stopping) return;
  stopping = true;
  // An interrupted start leaves nothing half done: migrations and the seed are transactions.
  await stop?.();
  process.exit(0);
}
process.on('SIGTERM', shutDown);
process.on('SIGINT', shutDown);
// Without its parent, nothing else would stop this process.
process.on('disconnect', shutDown);
if (process.send && !process.connected) process.exit(0);

try {
  stop = await start(readSettings());
} catch (error) {
  exitWithError(error);
}
