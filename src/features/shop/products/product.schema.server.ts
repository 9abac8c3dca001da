import Type from 'typebox';
import type { BillingPeriod } from '../../../db/schema.ts';
import { choice } from '../../../shared/forms/field-builders.ts';
import { imageSchema } from '../../../shared/image.ts';

export const centsSchema = Type.Integer({ description: 'Minor units of the currency: 17500 is $175.00' });
export const currencySchema = Type.String({ pattern: '^[a-z]{3}$', description: 'ISO 4217 in lower case' });

/** What the shop and the page after a payment both show of a product. */
export const toProduct = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  description: Type.String(),
  images: Type.Array(Type.String(), { description: 'URLs of its pictures, wherever they lie' }),
  pictures: Type.Array(imageSchema, { description: 'Those of the images that lie in the media library' }),
};

export const productSchema = Type.Object({
  ...toProduct,
  price: centsSchema,
  currency: currencySchema,
  billingType: choice(['one_time', 'recurring'], {}),
  billingPeriod: Type.Union([choice<BillingPeriod>(['day', 'week', 'month', 'year'], {}), Type.Null()], {
    description: 'How often a recurring product is paid; null for one that is paid once',
  }),
  guests: Type.Optional(Type.Integer()),
  beds: Type.Optional(Type.Integer()),
  baths: Type.Optional(Type.Integer()),
});
