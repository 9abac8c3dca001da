import type { Fetch } from '../../shared/http/api-error.ts';
import { request, requestOk } from '../../shared/http/request.ts';
import type { FigureReport } from './figures.ts';
import type { FiguresQuery } from './query.ts';

const toQuery = ({ from, to, property }: FiguresQuery) => ({
  from,
  to,
  ...(property === undefined ? {} : { property }),
});

export const figuresClient = (fetch: Fetch = globalThis.fetch) => ({
  figures: (query: FiguresQuery, { signal }: { signal?: AbortSignal } = {}) =>
    request<FigureReport>(fetch, '/api/admin/figures', 'The figures could not be loaded', {
      query: toQuery(query),
      signal,
    }),
  async csv(query: FiguresQuery): Promise<Blob> {
    const message = 'The file could not be made. Please try again.';
    const response = await requestOk(fetch, '/api/admin/figures.csv', message, { query: toQuery(query) });
    return response.blob();
  },
});
