import Type, { type Static } from 'typebox';
import { described, field, optional, slug } from '../../../platform/http/fields.server.ts';
import { body, type Parsed, type Sent } from '../../../platform/http/shapes.server.ts';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  idSchema,
  momentSchema,
  orNull,
} from '../../../shared/value-schemas.server.ts';
import { checkedAtSchema } from '../calendar/calendar.schema.server.ts';
import { party, stayDates, stayRules } from '../calendar/stay-fields.server.ts';

const maxCodeLength = 40;

/** An empty code is none. */
const promoCode = optional(
  field<string | undefined, string>(
    Type.String({ maxLength: maxCodeLength }),
    'Promotion code is not valid',
    { parse: (code: string) => code.trim() || undefined },
  ),
);

/** The stay of a home. */
export const stayFields = {
  ...stayDates,
  ...party,
  property: described('The slug of a home', slug('Please choose a home')),
};

export const quotedStayFields = { ...stayFields, promoCode };

export const quoteRequest = body(quotedStayFields, stayRules);
export type QuoteRequest = Parsed<typeof quoteRequest>;
export type NewQuote = Sent<typeof quoteRequest>;

export const quoteSchema = Type.Object({
  id: idSchema,
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
      season: orNull(Type.String()),
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

/** A price with its lines; it never changes. */
export type Quote = Static<typeof quoteSchema>;
