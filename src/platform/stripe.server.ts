import type Stripe from 'stripe';

/** Loads the library at the first call, since most processes idle without it. */
export type OpenStripe = () => Promise<Stripe>;

/** The API version of the tested library: an update of the package must not change the provider's responses. */
export const apiVersion = '2026-10-28.endive';

/** Creates a client whose calls end within 12 s: one retry, 4 s an attempt. @param apiUrl Stripe's, or a stand-in's */
export function createStripe(secretKey: string, apiUrl: string): OpenStripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  let client: Promise<Stripe> | undefined;
  const open = async () => {
    const { default: Client } = await import('stripe');
    return new Client(secretKey, {
      host: hostname,
      apiVersion,
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
