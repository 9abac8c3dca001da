import type Stripe from 'stripe';

/** Gives the card provider's client; its library is loaded at the first call, since most processes idle without it. */
export type OpenStripe = () => Promise<Stripe>;

/**
 * The card provider. With one repetition and four seconds a try an answer comes within 12 seconds whatever happens.
 * @param apiUrl the provider's address; another one than Stripe's own serves the same API under the same paths
 */
export function createStripe(secretKey: string, apiUrl: string): OpenStripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  let client: Promise<Stripe> | undefined;
  const open = async () => {
    const { default: Client } = await import('stripe');
    return new Client(secretKey, {
      host: hostname,
      port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
      protocol: protocol === 'https:' ? 'https' : 'http',
      timeout: 4_000,
      maxNetworkRetries: 1,
      telemetry: false,
    });
  };
  return () => {
    client ??= open();
    return client;
  };
}
