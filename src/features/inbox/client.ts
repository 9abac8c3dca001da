import type { Fetch } from '../../shared/http/api-error.ts';
import { objectWith, request } from '../../shared/http/request.ts';

/** How fast the hosts answer; in the browser with its own `fetch`. */
export const responseTimeClient = (fetch: Fetch = globalThis.fetch) => ({
  hours: async (): Promise<number | null> => {
    const parse = objectWith<object, { hours: number | null }>({ hours: null });
    return (await request(fetch, '/api/response-time', 'Failed to fetch the answer time', { parse })).hours;
  },
});

/** `usually answers within 3 hours`. */
export const responseTimeText = (hours: number): string =>
  `usually answers within ${hours === 1 ? 'an hour' : `${hours} hours`}`;
