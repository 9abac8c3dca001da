import { propertyTimeZone } from '../../../shared/dates.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { objectWith, request } from '../../../shared/http/request.ts';
import type { DonePayment, Today } from './today.ts';

type Lists = Omit<Today, 'today' | 'readAt' | 'timeZone' | 'currency'>;

const parseToday = objectWith<Pick<Today, 'today' | 'readAt'>, Today>({
  timeZone: propertyTimeZone,
  currency: 'usd',
  arrivals: [],
  departures: [],
  inHouse: [],
  unreadyHomes: [],
  paymentsPausedSince: null,
  unknownPayments: [],
  failedRefunds: [],
  disputes: [],
  feeds: [],
  requests: [],
  conflicts: [],
  channelConflicts: [],
  inquiries: [],
  balancesDue: [],
  holds: [],
  coming: [],
} satisfies Lists & { timeZone: string; currency: string } as Omit<Today, 'today' | 'readAt'>);

/** Calls the hosts' day. Rejections are ApiErrors with the server's message. */
export const todayClient = (fetch: Fetch = globalThis.fetch) => ({
  read: (options: { signal?: AbortSignal } = {}) =>
    request(fetch, '/api/admin/today', 'Today could not be loaded', { ...options, parse: parseToday }),
  /** A payment of a lost booking is dealt with; `id` is the card provider's. */
  completeUnknownPayment: (id: string, note: string): Promise<DonePayment> =>
    request(
      fetch,
      `/api/admin/unknown-payments/${encodeURIComponent(id)}/done`,
      'That did not work. Please try again.',
      { method: 'POST', json: { note } },
    ),
});
