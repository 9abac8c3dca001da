import Stripe from 'stripe';

/** The part of the card provider's client that the product uses. */
export type StripeClient = Stripe;

/**
 * The card provider. With one repetition and four seconds a try an answer comes within 12 seconds whatever happens.
 * @param apiUrl the provider's address; another one than Stripe's own serves the same API under the same paths
 */
export function createStripe(secretKey: string, apiUrl: string): StripeClient {
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Stripe(secretKey, {
    host: hostname,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: 4_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}
