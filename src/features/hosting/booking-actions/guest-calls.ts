import { calls, post } from '../../../shared/http/calls.ts';
import type { SentGuestCorrection } from '../../bookings/corrections/contract.server.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';

export const bookingGuest = calls('/admin/bookings/:code/guest', {
  correct: post<SentGuestCorrection, HostedDetail>('', 'That did not work. Please try again.'),
});
