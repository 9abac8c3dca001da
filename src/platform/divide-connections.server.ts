import type { Settings } from '../env.server.ts';

/** The most connections to the database that a process opens without `POOL_SIZE`. */
const usual = { site: 16, queue: 7 };
/** The content cache's connection, which listens for changes. */
const listeners = 1;
/** Three workers of the queue listen for jobs, and one more fetches and ends them. */
const minQueue = 4;

interface Connections {
  site: number;
  queue: number;
}

/**
 * Divides `POOL_SIZE` between requests and jobs; a process without jobs has none for them. Exports and backups reserve theirs
 * from those of requests (`reserveConnection`).
 */
export function divideConnections({ poolSize, role }: Pick<Settings, 'poolSize' | 'role'>): Connections {
  const hasQueue = role !== 'web';
  if (poolSize === null) return { site: usual.site, queue: hasQueue ? usual.queue : 0 };
  const left = poolSize - listeners;
  const queue = hasQueue ? Math.min(usual.queue, Math.max(minQueue, Math.floor(left / 3))) : 0;
  return { site: left - queue, queue };
}
