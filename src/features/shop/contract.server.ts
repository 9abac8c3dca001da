import Type, { type Static } from 'typebox';
import { anyText, constant, convertedField, described, list } from '../../platform/http/fields.server.ts';
import {
  body,
  converted,
  type Parsed,
  record,
  type Sent,
  type Shape,
} from '../../platform/http/shapes.server.ts';
import { AppError } from '../../shared/errors.ts';
import { imageSchema } from '../../shared/image.ts';
import products from '../../shared/schemas/products.ts';
import purchases from '../../shared/schemas/purchases.ts';
import { isUuid } from '../../shared/uuid.ts';
import { idSchema, momentSchema, orNull } from '../../shared/value-schemas.server.ts';
import { cancelPath, successPath, unknownProduct } from './checkout/checkout.ts';
import { noSessionId } from './purchases/messages.ts';

const cents = Type.Integer({ description: 'Minor units of the currency: 17500 is $175.00' });
const currency = Type.String({ pattern: '^[a-z]{3}$', description: 'ISO 4217 in lower case' });

const displayed = {
  id: idSchema,
  name: Type.String(),
  description: Type.String(),
  images: Type.Array(Type.String(), { description: 'URLs of its pictures, wherever they lie' }),
  pictures: Type.Array(imageSchema, { description: 'The images that lie in the media library' }),
};

export const productSchema = Type.Object({
  ...displayed,
  price: cents,
  currency,
  billingType: Type.Enum([...products.properties.billing_type.enum]),
  billingPeriod: orNull(Type.Enum([...products.properties.billing_period.enum]), {
    description: 'How often a recurring product is paid; null for one that is paid once',
  }),
  guests: Type.Optional(Type.Integer()),
  beds: Type.Optional(Type.Integer()),
  baths: Type.Optional(Type.Integer()),
});

/** Something a guest can buy; the facts of its property are absent when it books none. */
export type Product = Static<typeof productSchema>;

const onlyOne = 'Please book exactly one property at a time.';

/** The id of the only product; other fields of its item are ignored. */
const oneProduct = convertedField(
  {
    ...list(
      record(
        {
          quantity: constant(1, 'A property can be booked exactly once.'),
          productId: described('A UUID', anyText('Please choose the property you want to book.')),
        },
        onlyOne,
      ),
      { min: 1, max: 1 },
      onlyOne,
    ),
    isCleaned: true,
  },
  ([item]) => {
    if (!item || !isUuid(item.productId)) throw unknownProduct();
    return item.productId.toLowerCase();
  },
);

const page = <const Path extends string>(path: Path) => constant(path, `Must be ${path}`);

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
  orderId: idSchema,
  amount: cents,
  currency,
});
/** What the success page shows. Its URL carries the session id, so nothing here is about the buyer. */
export type PurchaseDetail = Static<typeof purchaseDetailSchema>;

export const purchasedProductSchema = Type.Object({
  productId: idSchema,
  name: Type.String(),
  price: cents,
  currency,
  purchaseDate: momentSchema,
  expiresAt: paidUntil,
  status: Type.Enum([...purchases.properties.status.enum, 'cancelled'], {
    description: 'past_due: a subscription whose renewal was not paid; it is paid up to expiresAt',
  }),
  bookingCode: Type.Optional(
    Type.String({
      description: 'The code of a stay that was bought by the night; its productId is the home',
    }),
  ),
});
export type PurchasedProduct = Static<typeof purchasedProductSchema>;
