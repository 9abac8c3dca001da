import { calls, get, getFile, post } from '../../../shared/http/calls.ts';
import type {
  BookingFilterQuery,
  BookingList,
  BookingListQuery,
  BookingTotals,
  DeclineRequest,
  HostedDetail,
  HostsCancelRequest,
  SentRefund,
} from './contract.server.ts';

const failed = 'That did not work. Please try again.';

export const hostedBookings = calls('/admin/bookings', {
  list: get<BookingList, BookingListQuery>('', 'Failed to fetch the bookings'),
  totals: get<BookingTotals, BookingFilterQuery>('/totals', 'Failed to add up the bookings'),
  csv: getFile<BookingFilterQuery>('.csv', 'Failed to export the bookings'),
});

export const hostedBooking = calls('/admin/bookings/:code', {
  read: get<HostedDetail>('', 'Failed to fetch the booking'),
  approve: post<undefined, HostedDetail>('/approve', failed),
  decline: post<DeclineRequest, HostedDetail>('/decline', failed),
  cancel: post<HostsCancelRequest, HostedDetail>('/cancel', failed),
  refund: post<SentRefund, HostedDetail>('/refund', failed),
  message: post<{ text: string }, HostedDetail>('/message', failed),
  setAccessCode: post<{ accessCode: string }, HostedDetail>('/access-code', failed),
  renewLink: post<undefined, HostedDetail>('/renew-link', failed),
});
