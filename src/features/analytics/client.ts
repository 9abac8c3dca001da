import { type Fetch, readJson } from '../../shared/http/api-error.ts';
import { typedClient } from '../../shared/http/rpc-client.ts';
import type { AnalyticsApi } from './api.server.ts';
import type { Numbers } from './visits/stats.ts';

/** Calls the API of the hosts' numbers; in the browser with its own `fetch`. */
export const statsClient = (fetch: Fetch = globalThis.fetch) => ({
  numbers: (days: number, signal?: AbortSignal): Promise<Numbers> =>
    readJson(
      typedClient<AnalyticsApi>(fetch).admin.stats.$get(
        { query: { days: String(days) } },
        { init: { signal } },
      ),
      'Failed to fetch the numbers',
    ),
});
