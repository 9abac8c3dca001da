import type { Platform } from '../../platform/context.server.ts';
import { cachedOpening } from './opening.server.ts';
import { openingRow } from './store.server.ts';

const pollMs = 1_000;

/**
 * Compares every second what this process has cached with the database, so that opening and closing are true within 2 s even
 * where the connection that listens for changes broke without a sign, which the system reports after half a minute.
 * @returns stops it
 */
export function watchOpening({ content, db }: Pick<Platform, 'content' | 'db'>): () => void {
  let isPolling = false;
  let wasOpen: boolean | undefined;

  async function poll(): Promise<void> {
    const isOpen = (await openingRow(db)).openedAt !== null;
    const cached = cachedOpening(content);
    if ((cached?.isOpen ?? isOpen) !== isOpen || (wasOpen ?? isOpen) !== isOpen) content.clear();
    wasOpen = isOpen;
  }

  const timer = setInterval(async () => {
    if (isPolling) return;
    isPolling = true;
    // Nothing can be compared while the database is unavailable: requests then get the last state.
    await poll().catch(() => {});
    isPolling = false;
  }, pollMs);
  return () => clearInterval(timer);
}
