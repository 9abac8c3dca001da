import pg from 'pg';
import type { Log } from './log.server.ts';

const channel = 'content_changed';
const reconnectAfterMs = 1_000;

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

/** Listens on a connection of its own. Resolves at once; remembering begins when the connection stands. */
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
      if (!closed) retry = setTimeout(() => void listen(), reconnectAfterMs);
    };
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', forget);
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
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
