import { calls, post, removeOnly } from '../../../shared/http/calls.ts';
import type { CompanionRequest, SharedLink } from './contract.server.ts';

export const companions = calls('/bookings/:code/companions', {
  add: post<CompanionRequest, SharedLink>('', 'The link could not be made. Please try again.'),
});

export const companion = calls('/bookings/:code/companions/:id', {
  remove: removeOnly('', 'The link could not be ended. Please try again.'),
});
