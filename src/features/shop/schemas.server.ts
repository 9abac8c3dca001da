import Type, { type Static } from 'typebox';
import type { BillingPeriod, PurchaseStatus, PurchaseType } from '../../db/schema/sales.ts';
import { choice } from '../../shared/forms/field-builders.ts';
import { imageSchema } from '../../shared/image.ts';

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
  billingType: choice(['one_time', 'recurring'], {}),
  billingPeriod: Type.Union([choice<BillingPeriod>(['day', 'week', 'month', 'year'], {}), Type.Null()], {
    description: 'How often a recurring product is paid; null for one that is paid once',
  }),
  guests: Type.Optional(Type.Integer()),
  beds: Type.Optional(Type.Integer()),
  baths: Type.Optional(Type.Integer()),
});

/** Something a guest can buy; the facts of its property are absent when it books none. */
export type Product = Static<typeof productSchema>;

export type SpecifiedProduct = Omit<Product, 'pictures' | 'guests' | 'beds' | 'baths'>;

/** What a shop page sends; other keys are ignored. */
export const checkoutRequestSchema = Type.Object({
  products: Type.Array(Type.Object({ productId: uuid, quantity: Type.Literal(1) }), {
    minItems: 1,
    maxItems: 1,
  }),
  successRouter: Type.Literal('/checkout/success'),
  cancelRouter: Type.Literal('/checkout/cancel'),
});

export const openedCheckoutSchema = Type.Object({
  checkoutUrl: Type.String({ description: 'The provider’s hosted payment page' }),
  sessionId: Type.String(),
});

const paidUntil = Type.Optional(
  Type.String({
    format: 'date-time',
    description: 'Up to when a subscription is paid; absent for a single payment',
  }),
);

export const purchaseDetailSchema = Type.Object({
  product: Type.Object(displayed),
  type: choice<PurchaseType>(['payment', 'subscription'], {}),
  expiresAt: paidUntil,
  orderId: uuid,
  amount: cents,
  currency,
});

export const purchasedProductSchema = Type.Object({
  productId: uuid,
  name: Type.String(),
  price: cents,
  currency,
  purchaseDate: Type.String({ format: 'date-time' }),
  expiresAt: paidUntil,
  status: choice<PurchaseStatus | 'cancelled'>(
    ['active', 'past_due', 'paused', 'refunded', 'ended', 'cancelled'],
    { description: 'past_due: a subscription whose renewal was not paid; it is paid up to expiresAt' },
  ),
  bookingCode: Type.Optional(
    Type.String({ description: 'Of a stay bought by the night; its productId is the home' }),
  ),
});
