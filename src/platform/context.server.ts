import type pg from 'pg';
import type { Db } from '../db/client.server.ts';
import type { TableSchema } from '../db/table-schemas.server.ts';
import type { Settings } from '../env.server.ts';
import type { Viewer } from '../shared/viewer.ts';
import type { ContentCache } from './cache/content-cache.server.ts';
import type { RateLimiter } from './http/rate-limit.server.ts';
import type { Google } from './identity/google-oidc.server.ts';
import type { Mail } from './mail/mailer.server.ts';
import type { Log } from './observability/logger.server.ts';
import type { Storage } from './storage/create-storage.server.ts';
import type { OpenStripe } from './stripe.server.ts';

/** The outside world as one process sees it; made once, in `server.ts` or by a test. */
export interface Platform {
  settings: Settings;
  pool: pg.Pool;
  db: Db;
  log: Log;
  mail: Mail;
  stripe: OpenStripe;
  google: Google;
  storage: Storage;
  content: ContentCache;
  consumeLimit: RateLimiter;
  /** The schema-described tables, in the order of the admin's sidebar. */
  tables: readonly TableSchema[];
  now: () => Date;
}

/** Everything impure that an action may use, and on whose behalf. */
export interface Ctx extends Platform {
  viewer: Viewer;
  /** The key that limits per client address count under. */
  clientKey: string;
}
