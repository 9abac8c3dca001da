import Type from 'typebox';
import type { PurchaseStatus, PurchaseType } from '../../../db/schema.ts';
import { choice } from '../../../shared/forms/field-builders.ts';
import { centsSchema, currencySchema, toProduct } from '../products/product.schema.server.ts';

const paidUntil = Type.Optional(
  Type.String({
    format: 'date-time',
    description: 'Up to when a subscription is paid; absent for a single payment',
  }),
);

export const purchaseDetailSchema = Type.Object({
  product: Type.Object(toProduct),
  type: choice<PurchaseType>(['payment', 'subscription'], {}),
  expiresAt: paidUntil,
  orderId: Type.String({ format: 'uuid' }),
  amount: centsSchema,
  currency: currencySchema,
});

export const purchasedProductSchema = Type.Object({
  productId: Type.String({ format: 'uuid' }),
  name: Type.String(),
  price: centsSchema,
  currency: currencySchema,
  purchaseDate: Type.String({ format: 'date-time' }),
  expiresAt: paidUntil,
  status: choice<PurchaseStatus>(['active', 'past_due', 'paused', 'refunded', 'ended'], {
    description: 'past_due: a subscription whose renewal was not paid; it is paid up to expiresAt',
  }),
});
