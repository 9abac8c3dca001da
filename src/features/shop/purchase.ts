import type { PurchaseType } from '../../db/types.ts';
import type { Picture } from '../listings/listing.ts';

/**
 * What the success page shows of a purchase. Its address carries the session id, so nothing here is about a person.
 */
export interface PurchaseDetail {
  product: { id: string; name: string; description: string; images: string[]; pictures: Picture[] };
  type: PurchaseType;
  /** ISO 8601 moment up to which a subscription is paid; absent for a single payment. */
  expiresAt?: string;
  orderId: string;
  /** Minor units of `currency`. */
  amount: number;
  /** ISO 4217 in lower case. */
  currency: string;
}

/** A purchase as its owner sees it. */
export interface PurchasedProduct {
  productId: string;
  name: string;
  /** What was paid, in minor units of `currency`. */
  price: number;
  currency: string;
  /** ISO 8601 moment. */
  purchaseDate: string;
  /** ISO 8601 moment up to which a subscription is paid; absent for a single payment. */
  expiresAt?: string;
  status: 'active' | 'refunded' | 'ended';
}

/** The specification's words (§8). */
export const noSessionId = 'No session ID found';
export const noPurchase = 'Failed to fetch purchase details';

const sessionIdForm = /^cs_[A-Za-z0-9_]{1,250}$/;

/** Whether a text can be a session id of the card provider at all. */
export const isSessionId = (text: string): boolean => sessionIdForm.test(text);
