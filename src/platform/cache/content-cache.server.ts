import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../observability/logger.server.ts';

const channel = 'content_changed';
const reconnectAfterMs = 1_000;
const notifyTimeoutMs = 3_000;

/** This is far more than a site has content; URLs that guests make up must not fill the memory. */
const maxEntries = 1_000;

/**
 * Caches values that are made from the hosts' content until any content changes, in any process. Caches nothing while
 * notifications cannot be received.
 */
export interface ContentCache {
  /** Returns the cached value of `key`, or loads it, once for concurrent readers. Failures are not cached. */
  read<T>(key: string, load: () => Promise<T>): Promise<T>;
  get(key: string): unknown;
  /** Caches a value unless content has changed since `version`. */
  set(key: string, value: unknown, version: number | null): void;
  /** Grows with each change; `null` while notifications cannot be received. */
  version(): number | null;
  /** Clears the cache of this process at once, after a change made here; other processes are notified. */
  clear(): void;
  close(): Promise<void>;
}

/**
 * Caches once a notification of another connection has arrived: a pooler may accept `listen` and drop what it brings.
 * @param pool the other connections of this process
 */
export function createContentCache(
  databaseUrl: string,
  pool: Pick<pg.Pool, 'query'>,
  log: Log,
): ContentCache {
  let entries = new Map<string, unknown>();
  let version = 0;
  let listening = false;
  let closed = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  function clear(): void {
    version += 1;
    entries = new Map();
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'pcb-content-changes',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      // A dead connection is noticed within half a minute; the system's default is two hours.
      keepAliveInitialDelayMillis: 10_000,
    });
    client = next;
    const lost = () => {
      if (client !== next) return;
      client = null;
      listening = false;
      clear();
      next.end().catch(() => {});
      if (!closed) retry = setTimeout(() => void listen(), reconnectAfterMs);
    };
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', (message) => message.channel === channel && clear());
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      await assertNotified(next, pool);
      clear();
      listening = !closed;
    } catch (error) {
      log.warn(
        { err: error },
        'content changes cannot be heard; pages are rendered for each visitor until they can',
      );
      lost();
    }
  }
  const started = listen();

  return {
    read<T>(key: string, load: () => Promise<T>): Promise<T> {
      if (!listening) return load();
      const cached = entries.get(key) as Promise<T> | undefined;
      if (cached) return cached;
      const loading = load();
      if (entries.size >= maxEntries) return loading;
      const current = entries;
      current.set(key, loading);
      loading.catch(() => current.delete(key));
      return loading;
    },
    get: (key) => (listening ? entries.get(key) : undefined),
    set(key, value, madeAt) {
      if (listening && madeAt === version && entries.size < maxEntries) entries.set(key, value);
    },
    version: () => (listening ? version : null),
    clear,
    async close() {
      closed = true;
      listening = false;
      clearTimeout(retry);
      await started;
      await client?.end();
    },
  };
}

async function assertNotified(listener: pg.Client, pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const trial = `heard_${randomUUID().replaceAll('-', '')}`;
  await listener.query(`listen ${trial}`);
  const received = Promise.withResolvers<void>();
  received.promise.catch(() => {});
  const onNotification = (message: pg.Notification) => message.channel === trial && received.resolve();
  listener.on('notification', onNotification);
  const fail = () => received.reject(new Error(notReceived));
  const timeout = setTimeout(fail, notifyTimeoutMs);
  listener.once('end', fail);
  try {
    await Promise.all([pool.query('select pg_notify($1, $2)', [trial, '']), received.promise]);
    await listener.query(`unlisten ${trial}`);
  } finally {
    clearTimeout(timeout);
    listener.off('notification', onNotification);
    listener.off('end', fail);
  }
}

const notReceived =
  'notifications do not arrive: DATABASE_URL must lead to PostgreSQL itself, not to a pooler that shares connections between transactions';
