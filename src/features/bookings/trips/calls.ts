import { type Fetch, nullIfMissing } from '../../../shared/http/api-error.ts';
import { calls, get, getFile, post, postOnly, toApiPath } from '../../../shared/http/calls.ts';
import { listOf, textIn } from '../../../shared/http/request.ts';
import type { GuestMessage, SentConversation } from '../messages/contract.server.ts';
import { parseConversation, type TripMessage } from '../messages/trip-message.ts';
import type { Trip, TripSummary } from '../record/trip.schema.server.ts';
import { type Cancellation, parseCancellation, parseTrip, parseTripSummary } from '../record/trip.ts';
import type { CancelRequest, PaymentPage, SentCancellation } from './contract.server.ts';

export const trips = calls('/trips', {
  list: get<TripSummary[]>('', 'Failed to fetch your trips', { parse: listOf(parseTripSummary) }),
});

/** @returns `null` from a server that knows of none */
export const listTrips = (fetch?: Fetch): Promise<TripSummary[] | null> =>
  nullIfMissing(trips.list({ fetch }));

export const trip = calls('/bookings/:code', {
  read: get<Trip>('', 'Failed to fetch the booking', { parse: parseTrip }),
  /** The payment page, the open one or a new one. */
  checkout: post<undefined, PaymentPage>(
    '/checkout',
    'The payment page could not be opened. Please try again.',
    { parse: (body) => ({ url: textIn(body, 'url') }) },
  ),
  release: postOnly<undefined>('/release', 'The nights could not be let go. Please try again.'),
  /** Confirms the address of the browser that followed the link in the mail about a request. */
  confirmEmail: postOnly<undefined>(
    '/confirm-email',
    'Your address could not be confirmed. Please try again.',
  ),
  cancellation: get<SentCancellation, undefined, Cancellation>(
    '/cancellation',
    'Failed to fetch the refund',
    {
      parse: parseCancellation,
    },
  ),
  /** 409 `price_changed` if `refund` is no longer the current amount. */
  cancel: postOnly<CancelRequest>('/cancel', 'Your booking could not be cancelled. Please try again.'),
  calendarFile: getFile('/stay.ics', 'The file could not be fetched.'),
  receipt: getFile('/receipt.pdf', 'The receipt could not be fetched.'),
});

export const receiptPath = (code: string) => toApiPath(trip.receipt.path, { code });
export const calendarFilePath = (code: string) => toApiPath(trip.calendarFile.path, { code });

export const tripMessages = calls('/bookings/:code/messages', {
  list: get<SentConversation, undefined, TripMessage[]>('', 'Failed to fetch your messages', {
    parse: parseConversation,
  }),
  send: post<GuestMessage, SentConversation, undefined, TripMessage[]>(
    '',
    'Your message could not be sent. Please try again.',
    { parse: parseConversation },
  ),
});
