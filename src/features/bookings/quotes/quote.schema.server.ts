import Type from 'typebox';
import {
  amountSchema,
  checkedAtSchema,
  currencySchema,
  dateSchema,
  momentSchema,
} from '../calendar/calendar.schema.server.ts';

export const quoteRequestSchema = Type.Object(
  {
    property: Type.String({ description: 'The slug of a home' }),
    checkin: dateSchema,
    checkout: dateSchema,
    guests: Type.Integer({ minimum: 1 }),
    pets: Type.Optional(Type.Integer({ minimum: 0, description: '0 if left out' })),
    promoCode: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

export const quoteSchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  expiresAt: momentSchema,
  property: Type.String(),
  checkin: dateSchema,
  checkout: dateSchema,
  guests: Type.Integer(),
  pets: Type.Integer(),
  nights: Type.Array(
    Type.Object({
      date: dateSchema,
      price: amountSchema,
      season: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  lines: Type.Array(
    Type.Object({
      kind: Type.Enum(['rent', 'discount', 'promo', 'fee', 'tax']),
      label: Type.String(),
      jurisdiction: Type.Optional(Type.String({ description: 'Of a tax' })),
      amount: amountSchema,
    }),
    { description: 'They add up to the total; what is taken off is negative' },
  ),
  total: amountSchema,
  currency: currencySchema,
  perNight: amountSchema,
  plans: Type.Array(
    Type.Object({
      kind: Type.Enum(['full', 'deposit']),
      dueNow: amountSchema,
      dueLater: Type.Array(Type.Object({ on: dateSchema, amount: amountSchema })),
    }),
  ),
  cancellation: Type.Array(Type.Object({ until: momentSchema, refundPercent: Type.Integer() }), {
    description: 'From most to least, by the check-in time of the home; steps that were over are left out',
  }),
  graceHours: Type.Integer({ description: 'After booking everything goes back; 0: no such time' }),
  calendarsCheckedAt: checkedAtSchema,
});
