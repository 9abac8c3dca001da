import { calls, get, post, removeOnly } from '../../../shared/http/calls.ts';
import type { BookingExtras, Ordered, SentOrder } from './contract.server.ts';

export const bookingExtras = calls('/bookings/:code/extras', {
  list: get<BookingExtras>('', 'What can be added cannot be shown just now.'),
  order: post<SentOrder, Ordered>('', 'It could not be ordered. Please try again.'),
});

export const bookingExtra = calls('/bookings/:code/extras/:id', {
  withdraw: removeOnly('', 'It could not be withdrawn. Please try again.'),
});
