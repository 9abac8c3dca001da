import { createApi } from '../../src/api.ts';
import { createSite } from '../../src/app.server.ts';
import { createDb, createPool } from '../../src/db/client.server.ts';
import { migrate } from '../../src/db/migrate.server.ts';
import { readTables } from '../../src/db/table-schemas.server.ts';
import { compileTables } from '../../src/db/tables.server.ts';
import { readSettings } from '../../src/env.server.ts';
import { ensureIndexes } from '../../src/features/admin/schema/ensure-indexes.server.ts';
import { createContentCache } from '../../src/platform/cache/content-cache.server.ts';
import { createPageCache } from '../../src/platform/cache/page-cache.server.ts';
import { createWebServer, listen } from '../../src/platform/http/node-server.server.ts';
import { createLimits } from '../../src/platform/http/rate-limit.server.ts';
import { securityHeaders } from '../../src/platform/http/security-headers.server.ts';
import { createGoogle } from '../../src/platform/identity/google-oidc.server.ts';
import { mail } from '../../src/platform/mail/mailer.server.ts';
import { createLog } from '../../src/platform/observability/logger.server.ts';
import { createMetrics } from '../../src/platform/observability/metrics.server.ts';
import { migrateQueue } from '../../src/platform/queue/job-queue.server.ts';
import { readRelease } from '../../src/platform/release.server.ts';
import { createStorage } from '../../src/platform/storage/create-storage.server.ts';
import { createStripe } from '../../src/platform/stripe.server.ts';

// The site as it always is, but for its tables, which are the benchmark's, and its pages, which are not measured here.
const settings = readSettings();
const log = createLog(settings.logLevel);
const pool = createPool(settings.databaseUrl);
const content = createContentCache(settings.databaseUrl, pool, log);
await migrate(pool);
await migrateQueue(pool, log);
const platform = {
  settings,
  pool,
  db: createDb(pool),
  log,
  mail,
  content,
  storage: createStorage(settings.storageUrl),
  stripe: createStripe(settings.stripe.secretKey, settings.stripe.apiUrl),
  google: createGoogle(settings),
  consumeLimit: createLimits(pool),
  tables: compileTables(await readTables(new URL('./schemas/', import.meta.url))),
  tableHooks: {},
  paymentSubjects: [],
  release: readRelease(new Date()),
  now: () => new Date(),
};
const cache = createPageCache(content);
const site = createSite({
  platform,
  api: createApi(platform),
  renderPage: async () => new Response(''),
  serveStatic: async () => null,
  metrics: createMetrics(),
  isReady: async () => true,
});
const web = createWebServer(site, cache, log, securityHeaders(settings));
process.on('message', async (message) => {
  if (message === 'prepare') await ensureIndexes(platform);
  process.send?.('done');
});
process.on('disconnect', () => process.exit());
await listen(web.server, settings.port);
process.send?.('ready');
