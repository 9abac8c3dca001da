/** Its price is in major units (12.5 is $12.50). */
interface Item {
  id: string;
  name: string;
  quantity: number;
  price: number;
}

/** `value` in major units, `currency` an upper-case ISO 4217 code. */
export interface Basket {
  value: number;
  currency: string;
  items: Item[];
}

/** What a visitor did, without anything personal. */
export type AnalyticsEvent =
  | { name: 'PageView'; path: string }
  | { name: 'Inquiry' }
  | ({ name: 'AddToCart' | 'InitiateCheckout' } & Basket)
  | ({ name: 'Purchase'; orderId?: string } & Basket);

/** `ConsentRequested` opens the banner again, from the footer, and is sent to nobody. */
export type TrackedItem = AnalyticsEvent | { name: 'ConsentRequested' };

/** The hosts' own pages, and those of redirects. */
const untrackedPaths = /^\/(admin|auth|notify|blog\/(new|edit))(\/|$)/;

export const isTracked = (path: string): boolean => !untrackedPaths.test(path);

/** The tracked pages of this site, with their slugs. */
const publicPath = /^\/(?:(?:(?:stays|blog|checkout)\/[a-z0-9-]+|shop|hosts|blog|login|account)\/?)?$/;

/**
 * Reduces a URL to what trackers may see: on this site origin and path, since query and fragment hold session ids and
 * messages; `/elsewhere` for any other path, which may be anything somebody typed; of other sites the origin.
 */
export function redactUrl(address: string, origin: string): string {
  const url = URL.parse(address, origin);
  if (!url || !/^https?:$/.test(url.protocol)) return '';
  if (url.origin !== origin) return `${url.origin}/`;
  return origin + (publicPath.test(url.pathname) ? url.pathname : '/elsewhere');
}
