import { bodyOf, type Fetch } from '../../shared/api-client.ts';
import { typedClient } from '../../shared/typed-client.ts';
import type { AnalyticsApi } from './api.server.ts';
import type { Numbers } from './numbers.ts';

/** Calls the API of the hosts' numbers; in the browser with its own `fetch`. */
export const numbersClient = (fetch: Fetch = globalThis.fetch) => ({
  numbers: (days: number, signal?: AbortSignal): Promise<Numbers> =>
    bodyOf(
      typedClient<AnalyticsApi>(fetch).admin.numbers.$get(
        { query: { days: String(days) } },
        { init: { signal } },
      ),
      'Failed to fetch the numbers',
    ),
});
