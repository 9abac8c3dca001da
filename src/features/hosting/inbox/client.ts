import type { Fetch } from '../../../shared/http/api-error.ts';
import { request } from '../../../shared/http/request.ts';
import type { Template, ThreadDetail, ThreadList } from './actions.server.ts';

const path = (id: string, call = ''): `/api/${string}` => `/api/admin/inbox/${encodeURIComponent(id)}${call}`;

/** Calls for the hosts' inbox; in the browser with its own `fetch`. Rejections are ApiErrors with the server's message. */
export const inboxClient = (fetch: Fetch = globalThis.fetch) => ({
  list: (query: Record<string, string>) =>
    request<ThreadList>(fetch, '/api/admin/inbox', 'Failed to fetch your inbox', { query }),
  thread: (id: string) => request<ThreadDetail>(fetch, path(id), 'Failed to fetch the conversation'),
  templates: (id: string) =>
    request<Template[]>(fetch, path(id, '/templates'), 'Failed to fetch the templates'),
  /** @param key the same for every attempt at one answer @param lastMessageId that the host has on the screen */
  reply: (id: string, text: string, key: string, lastMessageId?: string) =>
    request<ThreadDetail>(fetch, path(id, '/reply'), 'Your answer could not be sent. Please try again.', {
      method: 'POST',
      json: { text, lastMessageId },
      headers: { 'Idempotency-Key': key },
    }),
  close: (id: string, lastMessageId?: string) =>
    request<ThreadDetail>(fetch, path(id, '/close'), 'The conversation could not be closed', {
      method: 'POST',
      query: lastMessageId ? { lastMessageId } : {},
      json: {},
    }),
  reopen: (id: string) =>
    request<ThreadDetail>(fetch, path(id, '/reopen'), 'The conversation could not be opened', {
      method: 'POST',
      json: {},
    }),
  renewAddresses: (id: string) =>
    request<ThreadDetail>(fetch, path(id, '/renew-addresses'), 'The addresses could not be renewed', {
      method: 'POST',
      json: {},
    }),
  markUnread: (id: string, isUnread: boolean) =>
    request<ThreadDetail>(fetch, path(id, '/unread'), 'The mark could not be changed', {
      method: 'POST',
      json: { isUnread },
    }),
  fetchMail: () =>
    request<{ success: true }>(fetch, '/api/admin/inbox/fetch-mail', 'The mailbox could not be read', {
      method: 'POST',
      json: {},
    }),
});
