import type { Fetch } from '../../shared/http/api-error.ts';
import { request } from '../../shared/http/request.ts';
import type { Stats } from './visits/stats.schema.server.ts';

export const statsClient = (fetch: Fetch = globalThis.fetch) => ({
  stats: (days: number, signal?: AbortSignal): Promise<Stats> =>
    request(fetch, '/api/admin/stats', 'Failed to fetch the numbers', {
      query: { days: String(days) },
      signal,
    }),
});

/** Counts a view for the hosts' stats; the browser sends it when idle, also after the page is left. */
export const sendView = (): void =>
  void navigator.sendBeacon?.('/api/visits', new Blob(['{}'], { type: 'application/json' }));
