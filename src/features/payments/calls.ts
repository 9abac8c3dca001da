import { calls, postOnly } from '../../shared/http/calls.ts';

/** Calls that only the card provider makes; no page loads this. */
export const stripeWebhook = calls('/webhooks/stripe', {
  receive: postOnly<undefined>('', 'The event was not received'),
});
