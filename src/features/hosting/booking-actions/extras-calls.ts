import { calls, get, post } from '../../../shared/http/calls.ts';
import type { PendingExtras, SentDecline } from '../../bookings/extras/contract.server.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';

const failed = 'That did not work. Please try again.';

export const hostedExtra = calls('/admin/bookings/:code/extras/:id', {
  approve: post<Record<string, never>, HostedDetail>('/approve', failed),
  decline: post<SentDecline, HostedDetail>('/decline', failed),
});

export const pendingExtras = calls('/admin/extras/asked', {
  list: get<PendingExtras>('', 'What guests ask for cannot be shown just now.'),
});
