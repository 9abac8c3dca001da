import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createApi } from './api.ts';
import { createSite, createWorkerSite } from './app.server.ts';
import { createDb, createPool, hasStatementLimits } from './db/client.server.ts';
import { isReadyDatabase, migrate } from './db/migrate.server.ts';
import { readTables } from './db/table-schemas.server.ts';
import { compileTables } from './db/tables.server.ts';
import type { Settings } from './env.server.ts';
import { ensureIndexes } from './features/admin/schema/ensure-indexes.server.ts';
import { claimStorage } from './features/media/processing/storage-owner.server.ts';
import { createClosedFront } from './features/opening/closed-gate.server.ts';
import { watchOpening } from './features/opening/watch-opening.server.ts';
import { watchTimeline } from './features/payments/watch-timeline.server.ts';
import { crontab, jobs, lanes } from './jobs.server.ts';
import { paymentSubjects } from './payment-subjects.server.ts';
import { createContentCache } from './platform/cache/content-cache.server.ts';
import { createPageCache, type PageCache } from './platform/cache/page-cache.server.ts';
import type { Platform } from './platform/context.server.ts';
import { divideConnections } from './platform/divide-connections.server.ts';
import { createWebServer } from './platform/http/node-server.server.ts';
import { createLimits } from './platform/http/rate-limit.server.ts';
import { securityHeaders } from './platform/http/security-headers.server.ts';
import type { ServeStatic } from './platform/http/static-files.server.ts';
import { createGoogle } from './platform/identity/google-oidc.server.ts';
import { createMailTransport } from './platform/mail/mail-transport.server.ts';
import { mail } from './platform/mail/mailer.server.ts';
import { createLog, type Log } from './platform/observability/logger.server.ts';
import { createMetrics } from './platform/observability/metrics.server.ts';
import { migrateQueue, startQueue } from './platform/queue/job-queue.server.ts';
import { readRelease } from './platform/release.server.ts';
import type { PagesOptions, RenderPage } from './platform/render-page.server.ts';
import { createStorage } from './platform/storage/create-storage.server.ts';
import { createStripe } from './platform/stripe.server.ts';
import { seed } from './seed/seed.server.ts';
import { seedImages } from './seed/store-images.server.ts';
import { tableHooks } from './table-hooks.server.ts';

/** A worker serves no pages. */
const noCache: Pick<PageCache, 'serve'> = { serve: () => false };

const closeWithinMs = 2_000;
/** Requests in flight and running jobs have 10 s of it. */
const stopWithinMs = 14_000;

/** Serves the built site, or (in development) its sources. */
export interface Serving {
  createRenderer(parts: Omit<PagesOptions, 'build'>): Promise<RenderPage>;
  serveStatic: ServeStatic;
  open(server: Server): Promise<void>;
  progress(line: string): void;
}

export async function startSite(settings: Settings, serving: Serving): Promise<() => Promise<void>> {
  const log = createLog(settings.logLevel);
  // A rejection without a handler is a bug, but must not end the process for all guests.
  const logUnhandled = (err: unknown) => log.error({ err }, 'unhandled rejection');
  process.on('unhandledRejection', logUnhandled);
  let stopping = false;
  const isWorker = settings.role === 'worker';
  const tables = compileTables(await readTables());
  const connections = divideConnections(settings);
  const pool = createPool(settings.databaseUrl, 1, connections.site);
  const db = createDb(pool);
  await mkdir(settings.dataDir, { recursive: true });
  const storage = createStorage(settings.storageUrl, settings.s3);
  await logLostLimits(pool, log);
  await migrate(pool);
  await migrateQueue(pool, log);
  await seed(db, seedImages(storage), {
    withExamples: !settings.production,
    progress: (done, of) => serving.progress(`Preparing pictures ${done}/${of}`),
  });

  const content = createContentCache(settings.databaseUrl, pool, log);
  const platform: Platform = {
    settings,
    pool,
    db,
    log,
    mail,
    storage,
    content,
    tables,
    tableHooks,
    paymentSubjects,
    stripe: createStripe(settings.stripe.secretKey, settings.stripe.apiUrl),
    google: createGoogle(settings),
    consumeLimit: createLimits(pool),
    release: readRelease(new Date()),
    now: () => new Date(),
  };
  await claimStorage(platform);
  await watchTimeline(platform);
  const stopWatching = isWorker ? () => {} : watchOpening(platform);
  const cache = createPageCache(content);
  const site = await createOwnSite();
  const isClosedSent = createClosedFront(platform);
  const front: PageCache = {
    ...cache,
    serve: (request, response, trace) =>
      isClosedSent(request, response, trace) || cache.serve(request, response, trace),
  };
  const web = createWebServer(site, isWorker ? noCache : front, log, securityHeaders(settings));
  await serving.open(web.server);
  ensureIndexes(platform).catch((err) => log.error({ err }, 'index maintenance failed'));

  const transport = createMailTransport(settings.smtpUrl, settings.mailFrom);
  const { databaseUrl } = settings;
  const tasks = jobs(platform, transport);
  const queue =
    settings.role === 'web'
      ? null
      : startQueue({ databaseUrl, tasks, lanes, crontab, log, maxConnections: connections.queue });
  return async () => {
    stopping = true;
    // The wait lets every proxy read /readyz: one that reuses a connection while it closes loses its request.
    await sleep(settings.shutdownDelayMs);
    await Promise.race([end(), sleep(stopWithinMs)]);
    process.off('unhandledRejection', logUnhandled);
  };

  async function createOwnSite() {
    const metrics = createMetrics();
    const isReady = async () => !stopping && (await isReadyDatabase(pool).catch(() => false));
    if (isWorker) return createWorkerSite(log, { settings, metrics, isReady });
    const api = createApi(platform);
    const renderPage = await serving.createRenderer({ platform, cache, api: api.fetch });
    return createSite({ platform, api, renderPage, serveStatic: serving.serveStatic, metrics, isReady });
  }

  async function end(): Promise<void> {
    const ends = await Promise.allSettled([web.drain(), queue?.stop()]);
    stopWatching();
    transport.close();
    // An index may still be built; the next start does it again.
    const closed = Promise.allSettled([content.close(), pool.end()]);
    ends.push(...((await Promise.race([closed, sleep(closeWithinMs)])) ?? []));
    for (const ended of ends)
      if (ended.status === 'rejected') log.warn({ err: ended.reason }, 'stopped out of order');
  }
}

/** A pooler in transaction mode gives each transaction another connection to the database. */
async function logLostLimits(pool: Pool, log: Log): Promise<void> {
  if (await hasStatementLimits(pool).catch(() => true)) return;
  log.warn(
    'the limits of statements do not hold, as behind a pooler in transaction mode: a statement that hangs is never ended, and no process hears of changed content or new jobs',
  );
}
