import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../observability/logger.server.ts';

const channel = 'content_changed';
const reconnectAfterMs = 1_000;
const heardWithinMs = 3_000;

/**
 * Remembers what was made from the hosts' content until any of it changes, on whichever process. A trigger on every
 * content table notifies; while the notifications cannot be heard nothing is remembered.
 */
export interface ContentCache {
  /** The remembered value of `key`, or what `load` gives now. Failures are not remembered. */
  read<T>(key: string, load: () => Promise<T>): Promise<T>;
  /** Grows with each change; what was made under an older number must not be kept. `null` while nobody listens. */
  generation(): number | null;
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own. Resolves at once; remembering begins when a notification of another connection was
 * heard: a pooler between us and the database may take `listen` and swallow what it brings.
 */
export function createContentCache(databaseUrl: string, log: Log): ContentCache {
  let remembered = new Map<string, Promise<unknown>>();
  let generation = 0;
  let listening = false;
  let closed = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  function forget(): void {
    generation += 1;
    remembered = new Map();
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'pcb-content-changes',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      // A connection that died without a word is noticed within half a minute; the system's default is two hours.
      keepAliveInitialDelayMillis: 10_000,
    });
    client = next;
    const lost = () => {
      if (client !== next) return;
      client = null;
      listening = false;
      forget();
      next.end().catch(() => {});
      if (!closed) retry = setTimeout(() => void listen(), reconnectAfterMs);
    };
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', ({ channel: heard }) => heard === channel && forget());
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      await hearOther(next, databaseUrl);
      forget();
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
      const known = remembered.get(key) as Promise<T> | undefined;
      if (known) return known;
      const home = remembered;
      const loading = load();
      home.set(key, loading);
      loading.catch(() => home.delete(key));
      return loading;
    },
    generation: () => (listening ? generation : null),
    async close() {
      closed = true;
      listening = false;
      clearTimeout(retry);
      await started;
      await client?.end();
    },
  };
}

/** @throws Error when a notification of another connection does not arrive */
async function hearOther(listener: pg.Client, databaseUrl: string): Promise<void> {
  const trial = `heard_${randomUUID().replaceAll('-', '')}`;
  await listener.query(`listen ${trial}`);
  const heard = Promise.withResolvers<void>();
  heard.promise.catch(() => {});
  const hear = (message: pg.Notification) => message.channel === trial && heard.resolve();
  listener.on('notification', hear);
  const fail = () => heard.reject(new Error(unheard));
  const late = setTimeout(fail, heardWithinMs);
  listener.once('end', fail);
  const other = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: heardWithinMs });
  other.on('error', () => {});
  try {
    await other.connect();
    await other.query('select pg_notify($1, $2)', [trial, '']);
    await heard.promise;
    await listener.query(`unlisten ${trial}`);
  } finally {
    clearTimeout(late);
    listener.off('notification', hear);
    listener.off('end', fail);
    await other.end().catch(() => {});
  }
}

const unheard =
  'notifications do not arrive: DATABASE_URL must lead to PostgreSQL itself, not to a pooler that shares connections between transactions';
