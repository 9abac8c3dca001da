import type { Fetch } from '../../shared/http/api-error.ts';
import { listOf, objectWith, request } from '../../shared/http/request.ts';
import type { ForecastMessage } from './actions.server.ts';

const parseMessage = objectWith<Omit<ForecastMessage, 'can' | 'templateId'>, ForecastMessage>({
  can: [],
  templateId: null,
});
const parseMessages = listOf(parseMessage);

const encode = encodeURIComponent;
const loadFailed = 'The messages could not be loaded';
const changeFailed = 'That did not work. Please try again.';

interface Abortable {
  signal?: AbortSignal;
}

/** Calls what concerns messages that go out by themselves. Rejections are ApiErrors with the server's message. */
export const scheduledMessagesClient = (fetch: Fetch = globalThis.fetch) => ({
  /** @param days both inclusive; the next 14 without */
  forecast: (
    days: { from?: string; to?: string } = {},
    options: Abortable = {},
  ): Promise<ForecastMessage[]> =>
    request(fetch, '/api/admin/messages/forecast', loadFailed, {
      ...options,
      query: { ...days },
      parse: parseMessages,
    }),
  ofBooking: (code: string, options: Abortable = {}): Promise<ForecastMessage[]> =>
    request(fetch, `/api/admin/bookings/${encode(code)}/scheduled-messages`, loadFailed, {
      ...options,
      parse: parseMessages,
    }),
  send: (id: string): Promise<ForecastMessage> =>
    request(fetch, `/api/admin/messages/${encode(id)}/send`, changeFailed, {
      method: 'POST',
      json: {},
      parse: parseMessage,
    }),
  skip: (id: string): Promise<ForecastMessage> =>
    request(fetch, `/api/admin/messages/${encode(id)}/skip`, changeFailed, {
      method: 'POST',
      json: {},
      parse: parseMessage,
    }),
  /** A template as the guest of a booking would get it now. */
  preview: (templateId: string, code: string, options: Abortable = {}) =>
    request<{ subject: string; text: string }>(fetch, '/api/admin/message-rules/preview', loadFailed, {
      ...options,
      method: 'POST',
      json: { template_id: templateId, code },
    }),
});
