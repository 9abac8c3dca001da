import { ApiError, expectOk, type Fetch, unreachableText } from '../../../shared/http/api-error.ts';
import { request } from '../../../shared/http/request.ts';
import type { BookingList, BookingTotals } from './list-bookings.server.ts';
import type { HostedDetail } from './read-booking.server.ts';

interface Abortable {
  signal?: AbortSignal;
}

const base = '/api/admin/bookings';
const failed = 'That did not work. Please try again.';

export function hostingClient(fetch: Fetch = globalThis.fetch) {
  const call = <T>(path: string, fallback: string, options: Parameters<typeof request<T>>[3] = {}) =>
    orUnreachable(request<T>(fetch, `${base}${path}`, fallback, options), fallback);
  const act = (code: string, action: string, json: object = {}, key?: string): Promise<HostedDetail> =>
    call(`/${encodeURIComponent(code)}/${action}`, failed, {
      method: 'POST',
      json,
      ...(key ? { headers: { 'Idempotency-Key': key } } : {}),
    });
  return {
    list: (query: URLSearchParams, options: Abortable = {}): Promise<BookingList> =>
      call('', 'Failed to fetch the bookings', { ...options, query }),
    totals: (query: URLSearchParams, options: Abortable = {}): Promise<BookingTotals> =>
      call('/totals', 'Failed to add up the bookings', { ...options, query }),
    csv: async (query: URLSearchParams): Promise<Blob> => {
      const response = fetch(query.size > 0 ? `${base}.csv?${query}` : `${base}.csv`);
      const failure = 'Failed to export the bookings';
      return (await orUnreachable(expectOk(response, failure), failure)).blob();
    },
    booking: (code: string, options: Abortable = {}): Promise<HostedDetail> =>
      call(`/${encodeURIComponent(code)}`, 'Failed to fetch the booking', options),
    approve: (code: string) => act(code, 'approve'),
    decline: (code: string, reason: string) => act(code, 'decline', { reason }),
    cancel: (code: string, decision: { refund: number; reason: string }) => act(code, 'cancel', decision),
    /** @param key the same for every attempt at one refund */
    refund: (code: string, decision: { amount: number; reason: string; isPaidBack?: boolean }, key: string) =>
      act(code, 'refund', decision, key),
    /** @param key the same for every attempt at one message */
    message: (code: string, text: string, key: string) => act(code, 'message', { text }, key),
    renewLink: (code: string) => act(code, 'renew-link'),
  };
}

/** Replaces the browser's message for an unreachable server; its status is 0. */
async function orUnreachable<T>(call: Promise<T>, fallback: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError'))
      throw error;
    throw new ApiError(0, unreachableText(fallback));
  }
}
