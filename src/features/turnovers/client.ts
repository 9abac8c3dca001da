import type { Fetch } from '../../shared/http/api-error.ts';
import { request, textIn } from '../../shared/http/request.ts';
import type {
  CleaningPage,
  HostTurnover,
  ReportedTurnover,
  TurnoverChange,
  TurnoverList,
  TurnoverReport,
} from './turnover.ts';

const cleaningPath = (token: string, call = '') => `/api/cleaning/${encodeURIComponent(token)}${call}`;

const adminPath = (kind: string, id: string, call = '') =>
  `/api/admin/${kind}/${encodeURIComponent(id)}${call}`;

/** Calls what cleaners do with their link. */
export const cleaningClient = (fetch: Fetch = globalThis.fetch) => ({
  page: (token: string): Promise<CleaningPage> =>
    request(fetch, cleaningPath(token), 'Your turnovers could not be loaded.'),
  report: (token: string, id: string, report: TurnoverReport, key: string): Promise<ReportedTurnover> =>
    request(
      fetch,
      cleaningPath(token, `/turnovers/${encodeURIComponent(id)}`),
      'Your report could not be sent.',
      { method: 'POST', json: report, headers: { 'Idempotency-Key': key } },
    ),
  /** @param origin of the site, which no browser states for calls in process @returns the picture's URL */
  uploadPhoto(token: string, file: File, origin: string): Promise<string> {
    const body = new FormData();
    body.set('file', file);
    return request(fetch, cleaningPath(token, '/photos'), 'A photo could not be sent.', {
      method: 'POST',
      body,
      headers: { Origin: origin },
      parse: (answer) => textIn(answer, 'media_url'),
    });
  },
});

/** Calls what hosts do with turnovers. */
export const turnoversClient = (fetch: Fetch = globalThis.fetch) => ({
  list: (days: { from: string; to: string }, options: { signal?: AbortSignal } = {}): Promise<TurnoverList> =>
    request(fetch, '/api/admin/turnovers', 'The turnovers could not be loaded.', {
      ...options,
      query: days,
    }),
  change: (id: string, change: TurnoverChange): Promise<HostTurnover> =>
    request(fetch, adminPath('turnovers', id), 'The turnover could not be changed.', {
      method: 'POST',
      json: change,
    }),
  /** @returns the new link's URL */
  renewLink: (cleanerId: string): Promise<string> =>
    request(fetch, adminPath('cleaners', cleanerId, '/link'), 'The link could not be made.', {
      method: 'POST',
      json: {},
      parse: (answer) => textIn(answer, 'url'),
    }),
});
