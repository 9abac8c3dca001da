import { calls, post } from '../../../shared/http/calls.ts';
import type { HostedQuote, HostedStay, NewPhoneBooking, PhoneBooking } from './contract.server.ts';

export const phoneQuotes = calls('/admin/quotes', {
  preview: post<HostedStay, HostedQuote>('/preview', 'The price could not be fetched. Please try again.'),
});

export const phoneBookings = calls('/admin/bookings', {
  book: post<NewPhoneBooking, PhoneBooking>('', 'The booking could not be made. Please try again.'),
});
