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

export type AnalyticsEvent =
  | { name: 'PageView'; path: string }
  | { name: 'Inquiry' }
  | ({ name: 'ViewContent' | 'Search' | 'AddToCart' | 'InitiateCheckout' } & Basket)
  | ({ name: 'Purchase'; orderId?: string } & Basket);

/** `ConsentRequested` opens the banner again, from the footer, and is sent to nobody. */
export type TrackedItem = AnalyticsEvent | { name: 'ConsentRequested' };

const untrackedPaths =
  /^\/(admin|auth|notify|trips|offers|cleaning|reviews|failure|book\/[^/]+|blog\/(new|edit))(\/|$)/;

export const isTracked = (path: string): boolean => !untrackedPaths.test(path);

const publicPath =
  /^\/(?:(?:(?:stays|blog|checkout)\/[a-z0-9-]+|shop|hosts|blog|book|terms|privacy|cancellation|login|account)\/?)?$/;

/** Removes query and fragment, which hold session ids and messages, unknown paths, and the paths of other sites. */
export function redactUrl(address: string, origin: string): string {
  const url = URL.parse(address, origin);
  if (!url || !/^https?:$/.test(url.protocol)) return '';
  if (url.origin !== origin) return `${url.origin}/`;
  return origin + (publicPath.test(url.pathname) ? url.pathname : '/elsewhere');
}
