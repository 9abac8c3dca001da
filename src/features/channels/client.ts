import type { Fetch } from '../../shared/http/api-error.ts';
import { objectWith, request } from '../../shared/http/request.ts';
import type { ExportLink, FeedList, FeedReading } from './actions.server.ts';

const feedPath = (id: string, call: string) => `/api/admin/feeds/${encodeURIComponent(id)}/${call}`;

const parseFeeds = objectWith<object, FeedList>({ feeds: [], exports: [] });

export const channelsClient = (fetch: Fetch = globalThis.fetch) => ({
  /** @param part a page of the homes, of those alone whose title has the search; all of them without */
  feeds: (
    part: { page?: number; search?: string } = {},
    options: { signal?: AbortSignal } = {},
  ): Promise<FeedList> =>
    request(fetch, '/api/admin/feeds', 'Failed to fetch the calendars', {
      ...options,
      query: Object.fromEntries(
        Object.entries(part)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => [name, String(value)]),
      ),
      parse: parseFeeds,
    }),
  readNow: (id: string): Promise<FeedReading> =>
    request(fetch, feedPath(id, 'read'), 'The calendar could not be read.', { method: 'POST', json: {} }),
  /** Gives an export link a new address. */
  renew: (linkId: string): Promise<ExportLink> =>
    request(
      fetch,
      `/api/admin/feeds/links/${encodeURIComponent(linkId)}/renew`,
      'The link could not be renewed.',
      {
        method: 'POST',
        json: {},
      },
    ),
});
