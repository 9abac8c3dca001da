import { calls, post } from '../../../shared/http/calls.ts';
import type { MovePreview, MoveRequest } from '../../bookings/moving/contract.server.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';

const failed = 'That did not work. Please try again.';

export const moving = calls('/admin/bookings/:code/move', {
  preview: post<MoveRequest, MovePreview>('/preview', failed),
  move: post<MoveRequest, HostedDetail>('', failed),
});
