import type { Static } from 'typebox';
import type { purchaseDetailSchema, purchasedProductSchema } from '../schemas.server.ts';

/** What the success page shows. Its URL carries the session id, so nothing here is about the buyer. */
export type PurchaseDetail = Static<typeof purchaseDetailSchema>;

/** A purchase as its owner sees it. */
export type PurchasedProduct = Static<typeof purchasedProductSchema>;

/** A purchase as the success page has it; a server may send no more than the specification names. */
export type ConfirmedPurchase = Omit<PurchaseDetail, 'orderId' | 'amount'> &
  Partial<Pick<PurchaseDetail, 'orderId' | 'amount'>>;

/** The specification's messages (§8). */
export const noSessionId = 'No session ID found';
export const noPurchase = 'Failed to fetch purchase details';

const sessionIdPattern = /^cs_[A-Za-z0-9_]{1,250}$/;

/** Whether a text has the form of the card provider's session ids. */
export const isSessionId = (text: string): boolean => sessionIdPattern.test(text);
