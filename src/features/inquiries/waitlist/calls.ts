import { calls, post, postOnly } from '../../../shared/http/calls.ts';
import { inquiryFailure } from '../inquiry/inquiry.ts';
import type { WaitlistRequest } from './contract.server.ts';

export const waitlist = calls('/notify', { join: postOnly<WaitlistRequest>('', inquiryFailure) });

/** Mail programs and the unsubscribe page call it. */
export const waitlistLeave = calls('/notify/leave', {
  leave: post<undefined, { success: true }, { token?: string }>('', 'You could not be taken off the list.'),
});
