import type { Fetch } from '../../../shared/http/api-error.ts';
import { objectWith, request } from '../../../shared/http/request.ts';
import type { Choice, ConflictDetail, ConflictList, MailPreview } from './choice.ts';

const path = (id: string, call = '') => `/api/admin/conflicts/${encodeURIComponent(id)}${call}`;

const uncertain = 'It is not certain whether this was done. Please look at the booking first.';

const parseList = objectWith<object, ConflictList>({ conflicts: [], channelConflicts: [] });

/** Calls for nights that two channels sold. Rejections are ApiErrors with the server's message. */
export const conflictsClient = (fetch: Fetch = globalThis.fetch) => ({
  list: (options: { signal?: AbortSignal } = {}): Promise<ConflictList> =>
    request(fetch, '/api/admin/conflicts', 'Failed to fetch the conflicts', { ...options, parse: parseList }),
  conflict: (id: string, options: { signal?: AbortSignal } = {}): Promise<ConflictDetail> =>
    request(fetch, path(id), 'Failed to fetch the conflict', options),
  preview: (id: string, json: Choice, options: { signal?: AbortSignal } = {}): Promise<MailPreview> =>
    request(fetch, path(id, '/preview'), 'The mail could not be shown.', {
      method: 'POST',
      json,
      ...options,
    }),
  dismiss: (id: string): Promise<ConflictList> =>
    request(fetch, path(id, '/dismiss'), uncertain, { method: 'POST' }),
  resolve: (id: string, json: Choice): Promise<ConflictList> =>
    request(fetch, path(id, '/resolve'), uncertain, { method: 'POST', json }),
});
