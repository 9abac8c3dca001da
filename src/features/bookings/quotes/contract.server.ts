import Type, { type Static } from 'typebox';
import {
  anyText,
  described,
  field,
  list,
  optional,
  slug,
  wholeNumber,
} from '../../../platform/http/fields.server.ts';
import { body, type Parsed, record, type Sent } from '../../../platform/http/shapes.server.ts';
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

/** An empty code counts as none. */
const promoCode = optional(
  field<string | undefined, string>(
    Type.String({ maxLength: maxCodeLength }),
    'Promotion code is not valid',
    { parse: (code: string) => code.trim() || undefined },
  ),
);

const maxPieces = 'A quantity is a whole number, 1 or more';

/** An extra and how many pieces of it. */
export const extraFields = {
  id: anyText('Please choose an extra'),
  quantity: wholeNumber(maxPieces, 1, 999),
};

const notExtras = 'Extras are a list of id and quantity';

const extras = described(
  'The chosen ones of the extras that are offered while booking; without it none',
  optional(list(record(extraFields, notExtras, notExtras), { max: 50 }, notExtras)),
);

/** The stay of a home. */
export const stayFields = {
  ...stayDates,
  ...party,
  property: described('The slug of a home', slug('Please choose a home')),
};

export const quotedStayFields = { ...stayFields, promoCode };

export const chosenExtras = { extras };

export const quoteRequest = body({ ...quotedStayFields, ...chosenExtras }, stayRules);
/** The request of a guest's agent; it has no extras, which people choose themselves. */
export const agentQuoteRequest = body(quotedStayFields, stayRules);
export type QuoteRequest = Parsed<typeof quoteRequest>;
export type ChosenExtra = NonNullable<QuoteRequest['extras']>[number];
export type NewQuote = Sent<typeof quoteRequest>;

const quotedExtraSchema = Type.Object({
  id: idSchema,
  label: Type.String(),
  description: Type.String(),
  amount: Type.Integer({
    description: 'The price without taxes: of the chosen pieces, or of one piece if none is chosen',
  }),
  taxes: Type.Integer({ description: 'The amount by which it raises the taxes of the whole bill' }),
  maxQuantity: Type.Integer(),
  chosen: Type.Integer({ description: 'How many pieces are chosen' }),
});
export type QuotedExtra = Static<typeof quotedExtraSchema>;

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
      kind: Type.Enum(['rent', 'discount', 'promo', 'fee', 'extra', 'tax']),
      label: Type.String(),
      jurisdiction: Type.Optional(Type.String({ description: 'Who levies a tax; only a tax has it' })),
      quantity: Type.Optional(Type.Integer({ description: 'The number of pieces; only an extra has it' })),
      amount: amountSchema,
    }),
    { description: 'They add up to the total; discounts and promotions are negative' },
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
    description:
      'The largest refund first; each step ends at the check-in time of the home, and past steps are left out',
  }),
  graceHours: Type.Integer({
    description: 'A cancellation within so many hours of booking is refunded in full; 0: no such hours',
  }),
  calendarsCheckedAt: checkedAtSchema,
  extras: Type.Optional(
    Type.Array(quotedExtraSchema, {
      description: 'The extras that can be added while booking; the price of a booking is without them',
    }),
  ),
});

/** A price with its lines; it never changes. */
export type Quote = Static<typeof quoteSchema>;
