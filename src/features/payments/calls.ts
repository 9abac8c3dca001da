import { calls, postOnly } from '../../shared/http/calls.ts';

/** Made by the card provider alone; no page loads this. */
export const stripeWebhook = calls('/webhooks/stripe', {
  receive: postOnly<undefined>('', 'The event was not received'),
});
