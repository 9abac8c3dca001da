import { propertyTimeZone } from '../../../shared/dates.ts';
import { calls, get, post } from '../../../shared/http/calls.ts';
import type { DoneNote, DonePayment, Today } from './contract.server.ts';

/** The hosts' day. */
export const hostsDay = calls('/admin/today', {
  read: get<Today>('', 'Today could not be loaded', {
    beyondSpec: {
      timeZone: propertyTimeZone,
      currency: 'usd',
      arrivals: [],
      departures: [],
      inHouse: [],
      unreadyHomes: [],
      missingCodes: [],
      paymentsPausedSince: null,
      restored: null,
      mail: { refused: [] },
      backup: null,
      launch: { isClosed: false, inOrder: 0, count: 0, failed: [] },
      unknownPayments: [],
      failedRefunds: [],
      disputes: [],
      feeds: [],
      requests: [],
      conflicts: [],
      channelConflicts: [],
      inquiries: [],
      balancesDue: [],
      unpaidCharges: [],
      pendingExtras: [],
      momentConflicts: [],
      holds: [],
      upcomingMessages: [],
      hasMoreMessages: false,
      coming: [],
    },
  }),
});

/** A payment of a lost booking; `id` is the card provider's. */
export const unknownPayment = calls('/admin/unknown-payments/:id', {
  complete: post<DoneNote, DonePayment>('/done', 'That did not work. Please try again.'),
});
