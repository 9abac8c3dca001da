import Type from 'typebox';
import {
  amountSchema,
  checkedAtSchema,
  currencySchema,
  dateSchema,
} from '../calendar/calendar.schema.server.ts';
import { quoteSchema } from '../quotes/quote.schema.server.ts';

export const moveRequestSchema = Type.Object(
  {
    checkin: dateSchema,
    checkout: dateSchema,
    property: Type.Optional(Type.String({ description: 'The slug of another home' })),
    total: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'The new total that was shown; 409 when it is another one now',
      }),
    ),
    keepPrice: Type.Optional(
      Type.Boolean({ description: 'The guest pays no more than before; a lower price counts' }),
    ),
    countRefunds: Type.Optional(
      Type.Boolean({
        description:
          'What the hosts refunded before is counted as part of a lower price, instead of being theirs to give on top of it',
      }),
    ),
    note: Type.Optional(Type.String({ maxLength: 2000, description: 'Words to the guest in the mail' })),
  },
  { additionalProperties: false },
);

const placedStay = {
  property: Type.Object({ slug: Type.String(), title: Type.String() }),
  checkin: dateSchema,
  checkout: dateSchema,
  total: amountSchema,
};

const { nights, lines, perNight } = quoteSchema.properties;

export const movePreviewSchema = Type.Object({
  code: Type.String(),
  from: Type.Object(placedStay),
  to: Type.Object({ ...placedStay, perNight, nights, lines }),
  difference: Type.Integer({ description: 'New total less the old one, in minor units; may be negative' }),
  paid: Type.Integer({ description: 'Charges less refunds, those under way included' }),
  due: Type.Integer({ description: 'Open after the move' }),
  dueOn: Type.Union([dateSchema, Type.Null()], {
    description: 'The day of a deposit’s balance; null: the guest gets a payment link at once',
  }),
  hasCard: Type.Boolean({ description: 'On that day the stored card is charged; else the guest is asked' }),
  refund: Type.Integer({ description: 'Goes back at once' }),
  waived: Type.Integer({
    description:
      'What the hosts refunded of their own will before; it goes back beside the difference, unless it is counted',
  }),
  counted: Type.Integer({ description: 'What of it is counted as part of the lower price' }),
  currency: currencySchema,
  overrides: Type.Array(Type.String(), { description: 'Rules for guests that the hosts set aside' }),
  calendarsCheckedAt: checkedAtSchema,
});
