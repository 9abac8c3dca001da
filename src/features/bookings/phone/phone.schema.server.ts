import Type from 'typebox';
import { amountSchema, currencySchema } from '../calendar/calendar.schema.server.ts';
import { bookingRequestSchema } from '../checkout/checkout.schema.server.ts';
import { quoteRequestSchema, quoteSchema } from '../quotes/quote.schema.server.ts';
import { placedBookingSchema } from '../record/placed-booking.schema.server.ts';

const { property, checkin, checkout, guests, pets, promoCode } = quoteRequestSchema.properties;
const stay = { property, checkin, checkout, guests, pets: Type.Optional(pets) };

export const hostedQuoteRequestSchema = Type.Object(
  {
    ...stay,
    promoCode,
    nightly_cents: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Of each night in place of the home’s price; without discounts',
      }),
    ),
  },
  { additionalProperties: false },
);

const { nights, lines, total, perNight, plans, calendarsCheckedAt } = quoteSchema.properties;

export const hostedQuoteSchema = Type.Object({
  nights,
  lines,
  total,
  perNight,
  plans,
  calendarsCheckedAt,
  currency: currencySchema,
  overrides: Type.Array(Type.String(), { description: 'Rules for guests that the hosts set aside' }),
});

const { name, email, phone, note } = bookingRequestSchema.properties;

export const phoneBookingRequestSchema = Type.Object(
  {
    ...stay,
    promoCode,
    name,
    email,
    phone,
    note,
    payment: Type.Union([
      Type.Object({
        kind: Type.Literal('elsewhere'),
        how: Type.String({ minLength: 1, maxLength: 100, description: 'Such as cash or a check' }),
        amount: Type.Integer({ minimum: 1, description: 'In minor units; may be part of the total' }),
      }),
      Type.Object({ kind: Type.Literal('link') }),
    ]),
  },
  { additionalProperties: false },
);

const { code, key, status, holdExpiresAt, checkoutUrl } = placedBookingSchema.properties;

export const phoneBookingSchema = Type.Object({
  code,
  key,
  status,
  holdExpiresAt,
  checkoutUrl,
  total: amountSchema,
  currency: currencySchema,
  paid: amountSchema,
  due: amountSchema,
  payUrl: Type.Union([Type.String(), Type.Null()], {
    description: 'The link in the guest’s mail; null where nothing is open',
  }),
});
