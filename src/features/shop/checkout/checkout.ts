import type { Static } from 'typebox';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { getOwn } from '../../../shared/forms/schema.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { isUuid } from '../../../shared/uuid.ts';
import type { checkoutRequestSchema, openedCheckoutSchema } from '../schemas.server.ts';

export type CheckoutRequestBody = Static<typeof checkoutRequestSchema>;

export type OpenedCheckout = Static<typeof openedCheckoutSchema>;

/** The only two pages to which the card provider may send a guest back. */
export const successPath: CheckoutRequestBody['successRouter'] = '/checkout/success';
export const cancelPath: CheckoutRequestBody['cancelRouter'] = '/checkout/cancel';

/** How long a guest may take to pay; the provider allows 30 minutes to 24 hours. */
export const checkoutLifetimeMs = 60 * 60 * 1000;

export interface CheckoutRequest {
  productId: string;
}

/** Ignores other keys (a price, a currency). @throws AppError `invalid` with `fields` */
export function parseCheckoutRequest(input: unknown): CheckoutRequest {
  const body = isRecord(input) ? input : {};
  const fields: FieldErrors = {};
  const productId = parseProductId(getOwn(body, 'products'), fields);
  if (getOwn(body, 'successRouter') !== successPath) fields.successRouter = `Must be ${successPath}`;
  if (getOwn(body, 'cancelRouter') !== cancelPath) fields.cancelRouter = `Must be ${cancelPath}`;
  if (Object.keys(fields).length > 0) {
    const message = fields.products ?? 'This page cannot start a payment. Please go back to the shop.';
    throw new AppError('invalid', message, { fields });
  }
  return { productId };
}

function parseProductId(products: unknown, fields: FieldErrors): string {
  const [item] = Array.isArray(products) && products.length === 1 ? products : [];
  const productId = isRecord(item) ? getOwn(item, 'productId') : undefined;
  if (!isRecord(item)) fields.products = 'Please book exactly one property at a time.';
  else if (getOwn(item, 'quantity') !== 1) fields.products = 'A property can be booked exactly once.';
  else if (typeof productId !== 'string') fields.products = 'Please choose the property you want to book.';
  else if (!isUuid(productId)) throw unknownProduct();
  return typeof productId === 'string' ? productId.toLowerCase() : '';
}

/** One error for what never existed, is hidden, or cannot be booked yet. */
export const unknownProduct = (): AppError =>
  new AppError(
    'notFound',
    'This property cannot be booked right now. Please choose another one in the shop.',
  );
