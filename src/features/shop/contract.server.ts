import Type, { type Static } from 'typebox';
import {
  body,
  converted,
  type Field,
  field,
  type Parsed,
  type Sent,
  type Shape,
} from '../../platform/http/fields.server.ts';
import { AppError } from '../../shared/errors.ts';
import { imageSchema } from '../../shared/image.ts';
import { isRecord } from '../../shared/is-record.ts';
import products from '../../shared/schemas/products.ts';
import purchases from '../../shared/schemas/purchases.ts';
import { isUuid } from '../../shared/uuid.ts';
import { cancelPath, successPath, unknownProduct } from './checkout/checkout.ts';
import { noSessionId } from './purchases/messages.ts';

const cents = Type.Integer({ description: 'Minor units of the currency: 17500 is $175.00' });
const currency = Type.String({ pattern: '^[a-z]{3}$', description: 'ISO 4217 in lower case' });
const uuid = Type.String({ format: 'uuid' });

const displayed = {
  id: uuid,
  name: Type.String(),
  description: Type.String(),
  images: Type.Array(Type.String(), { description: 'URLs of its pictures, wherever they lie' }),
  pictures: Type.Array(imageSchema, { description: 'Those of the images that lie in the media library' }),
};

export const productSchema = Type.Object({
  ...displayed,
  price: cents,
  currency,
  billingType: Type.Enum([...products.properties.billing_type.enum]),
  billingPeriod: Type.Union([Type.Enum([...products.properties.billing_period.enum]), Type.Null()], {
    description: 'How often a recurring product is paid; null for one that is paid once',
  }),
  guests: Type.Optional(Type.Integer()),
  beds: Type.Optional(Type.Integer()),
  baths: Type.Optional(Type.Integer()),
});

/** Something a guest can buy; the facts of its property are absent when it books none. */
export type Product = Static<typeof productSchema>;

const itemSchema = Type.Object({ productId: uuid, quantity: Type.Literal(1) });

/** The id of the one product; what else its item holds is ignored. */
const oneProduct: Field<string, Static<typeof itemSchema>[]> = {
  schema: Type.Array(itemSchema, { minItems: 1, maxItems: 1 }),
  isOptional: false,
  isCleaned: true,
  error(items) {
    const [item] = Array.isArray(items) && items.length === 1 ? items : [];
    if (!isRecord(item)) return 'Please book exactly one property at a time.';
    if (item.quantity !== 1) return 'A property can be booked exactly once.';
    return typeof item.productId === 'string' ? null : 'Please choose the property you want to book.';
  },
  parse(items) {
    const [{ productId }] = items as [Static<typeof itemSchema>];
    if (!isUuid(productId)) throw unknownProduct();
    return productId.toLowerCase();
  },
};

const page = <Path extends string>(path: Path) =>
  field<Path>(Type.Literal(path), `Must be ${path}`, (value) => value === path);

/** What a shop page sends; other keys (a price, a currency) are ignored. */
export const checkoutRequest = converted(
  body(
    { products: oneProduct, successRouter: page(successPath), cancelRouter: page(cancelPath) },
    {
      ignored: 'unknown',
      toError(fields) {
        const message = fields.products ?? 'This page cannot start a payment. Please go back to the shop.';
        return new AppError('invalid', message, { fields });
      },
    },
  ),
  ({ products: productId }) => ({ productId }),
);
export type CheckoutRequest = Sent<typeof checkoutRequest>;
export type ParsedCheckout = Parsed<typeof checkoutRequest>;

export const openedCheckoutSchema = Type.Object({
  checkoutUrl: Type.String({ description: 'The provider’s hosted payment page' }),
  sessionId: Type.String(),
});
export type OpenedCheckout = Static<typeof openedCheckoutSchema>;

/** A `sessionId` that is missing, empty or given twice is none. */
export const purchaseQuery: Shape<{ sessionId: string }> = {
  schema: Type.Object({
    sessionId: Type.String({ description: 'The session in the address of the success page' }),
  }),
  parse(url) {
    const [sessionId, ...more] = new URL(String(url)).searchParams.getAll('sessionId');
    if (!sessionId || more.length > 0) throw new AppError('invalid', noSessionId);
    return { sessionId };
  },
};
export type PurchaseQuery = Sent<typeof purchaseQuery>;

const paidUntil = Type.Optional(
  Type.String({
    format: 'date-time',
    description: 'Up to when a subscription is paid; absent for a single payment',
  }),
);

export const purchaseDetailSchema = Type.Object({
  product: Type.Object(displayed),
  type: Type.Enum([...purchases.properties.type.enum]),
  expiresAt: paidUntil,
  orderId: uuid,
  amount: cents,
  currency,
});
/** What the success page shows. Its URL carries the session id, so nothing here is about the buyer. */
export type PurchaseDetail = Static<typeof purchaseDetailSchema>;

export const purchasedProductSchema = Type.Object({
  productId: uuid,
  name: Type.String(),
  price: cents,
  currency,
  purchaseDate: Type.String({ format: 'date-time' }),
  expiresAt: paidUntil,
  status: Type.Enum([...purchases.properties.status.enum, 'cancelled'], {
    description: 'past_due: a subscription whose renewal was not paid; it is paid up to expiresAt',
  }),
  bookingCode: Type.Optional(
    Type.String({ description: 'Of a stay bought by the night; its productId is the home' }),
  ),
});
export type PurchasedProduct = Static<typeof purchasedProductSchema>;
