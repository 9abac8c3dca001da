import type { Static } from 'typebox';
import type { purchaseDetailSchema, purchasedProductSchema } from './purchase.schema.server.ts';

/**
 * What the success page shows of a purchase. Its address carries the session id, so nothing here is about a person.
 */
export type PurchaseDetail = Static<typeof purchaseDetailSchema>;

/** A purchase as the success page knows it; a server may not say more than the specification. */
export type ConfirmedPurchase = Omit<PurchaseDetail, 'orderId' | 'amount'> &
  Partial<Pick<PurchaseDetail, 'orderId' | 'amount'>>;

/** A purchase as its owner sees it. */
export type PurchasedProduct = Static<typeof purchasedProductSchema>;

/** The specification's words (§8). */
export const noSessionId = 'No session ID found';
export const noPurchase = 'Failed to fetch purchase details';

const sessionIdForm = /^cs_[A-Za-z0-9_]{1,250}$/;

/** Whether a text can be a session id of the card provider at all. */
export const isSessionId = (text: string): boolean => sessionIdForm.test(text);
