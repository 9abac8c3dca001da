import type pg from 'pg';
import { createDb, createPool } from '../src/db/client.server.ts';
import { readTables } from '../src/db/table-schemas.server.ts';
import { compileTables } from '../src/db/tables.server.ts';
import type { Settings } from '../src/env.server.ts';
import { paymentSubjects } from '../src/payment-subjects.server.ts';
import { createContentCache } from '../src/platform/cache/content-cache.server.ts';
import type { Platform } from '../src/platform/context.server.ts';
import { divideConnections } from '../src/platform/divide-connections.server.ts';
import { createLimits } from '../src/platform/http/rate-limit.server.ts';
import { createGoogle } from '../src/platform/identity/google-oidc.server.ts';
import { mail } from '../src/platform/mail/mailer.server.ts';
import { createLog } from '../src/platform/observability/logger.server.ts';
import { createStorage } from '../src/platform/storage/create-storage.server.ts';
import { createStripe } from '../src/platform/stripe.server.ts';
import { tableHooks } from '../src/table-hooks.server.ts';

/** Machines that check are shared, and a database that pauses there for seconds is no failure of the site. */
export const longTimeouts = 6;

/** @param timeoutFactor makes the timeouts of the database so many times longer */
export const openPool = (settings: Settings, timeoutFactor = 1): pg.Pool =>
  createPool(settings.databaseUrl, timeoutFactor, divideConnections(settings).site);

/** A clock of the real time that never gives one moment twice: what was written later is later on a quick machine, too. */
function distinctMoments(): () => Date {
  let last = 0;
  return () => {
    last = Math.max(Date.now(), last + 1);
    return new Date(last);
  };
}

/**
 * The outside world as tests and benchmarks see it.
 * @param overrides parts of it to replace, such as the clock
 * @param pool connections to the database of `settings`
 */
export async function openPlatform(
  settings: Settings,
  overrides: Partial<Platform> = {},
  pool = openPool(settings),
): Promise<Platform> {
  const log = createLog('silent');
  return {
    settings,
    pool,
    db: createDb(pool),
    log,
    mail,
    stripe: createStripe(settings.stripe.secretKey, settings.stripe.apiUrl),
    google: createGoogle(settings),
    storage: createStorage(settings.storageUrl, settings.s3),
    content: createContentCache(settings.databaseUrl, pool, log),
    // A limiter for each use: tests change the table, which a limiter that caches denials would not see.
    consumeLimit: (limit, key, points) => createLimits(pool)(limit, key, points),
    tables: overrides.tables ?? compileTables(await readTables()),
    tableHooks,
    paymentSubjects,
    release: { version: '1.0.0', commit: '', startedAt: new Date() },
    now: distinctMoments(),
    ...overrides,
  };
}
