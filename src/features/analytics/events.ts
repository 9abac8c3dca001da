/** Something to book, its price in major units (12.5 is $12.50). */
interface Item {
  id: string;
  name: string;
  quantity: number;
  price: number;
}

/** What is being bought; `value` in major units, `currency` an upper-case ISO 4217 code. */
export interface Basket {
  value: number;
  currency: string;
  items: Item[];
}

/** What a visitor did, in words that hold nothing about the person. */
export type AnalyticsEvent =
  | { name: 'PageView'; path: string }
  | { name: 'Inquiry' }
  | ({ name: 'AddToCart' | 'InitiateCheckout' } & Basket)
  | ({ name: 'Purchase'; orderId?: string } & Basket);

/** What is noted: the wish to choose anew, from the footer, is for the page itself and told to nobody. */
export type TrackedItem = AnalyticsEvent | { name: 'ChoicesWanted' };

/** The hosts' own pages, and those that are only passed through. */
const untrackedPaths = /^\/(admin|auth|notify|blog\/(new|edit))(\/|$)/;

/** Whether opening a page is a visit to the site. */
export const isTracked = (path: string): boolean => !untrackedPaths.test(path);
