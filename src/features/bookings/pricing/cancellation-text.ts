import { pluralize } from '../../../shared/text/text.ts';

/** The time in which a cancellation is refunded in full, whatever the policy's steps are. */
export const graceText = (graceHours: number): string =>
  `within ${pluralize(graceHours, 'hour')} of booking, 7 days or more before check-in`;

/** The refund once no step of the policy is left. */
export const feesBackText = 'cleaning and pet fees with their taxes go back';
