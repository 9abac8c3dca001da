import Type, { type Static } from 'typebox';
import { cents, described, flag, optional, slug, text } from '../../../platform/http/fields.server.ts';
import { body, type Sent } from '../../../platform/http/shapes.server.ts';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  homeSchema,
  idSchema,
  orNull,
} from '../../../shared/value-schemas.server.ts';
import { checkedAtSchema } from '../calendar/calendar.schema.server.ts';
import { stayDates, stayRules } from '../calendar/stay-fields.server.ts';
import { quoteSchema } from '../quotes/contract.server.ts';

/** The new dates of a stay, and the slug of its new home when the home changes. */
export const moveRequest = body(
  {
    ...stayDates,
    property: described('The slug of another home', optional(slug('Please choose a home'))),
    total: described(
      'The new total that was shown; 409 when it is another one now',
      optional(cents('Please send the total that you were shown, in minor units')),
    ),
    keepPrice: described(
      'The guest pays no more than before; a lower price counts',
      optional(flag('Keep price must be true or false')),
    ),
    countRefunds: described(
      'What the hosts refunded before is counted as part of a lower price, instead of being theirs to give on top of it',
      optional(flag('Count refunds must be true or false')),
    ),
    note: described('Words to the guest in the mail', optional(text('Note', { max: 2000 }))),
  },
  stayRules,
);

export type MoveRequest = Sent<typeof moveRequest>;

const placedStay = {
  property: homeSchema,
  checkin: dateSchema,
  checkout: dateSchema,
  total: amountSchema,
};

const { nights, lines, perNight } = quoteSchema.properties;

export const disputedSchema = Type.Boolean({
  description:
    'A bank disputes a payment, or has taken one back: what is due is neither charged nor asked for by itself',
});

export const movePreview = Type.Object({
  code: Type.String(),
  from: Type.Object(placedStay),
  to: Type.Object({ ...placedStay, perNight, nights, lines }),
  difference: Type.Integer({ description: 'New total less the old one, in minor units; may be negative' }),
  paid: Type.Integer({ description: 'Charges less refunds, those under way included' }),
  due: Type.Integer({ description: 'Open after the move, but for charges, which are due by themselves' }),
  extras: Type.Array(
    Type.Object({
      id: idSchema,
      label: Type.String(),
      effect: Type.Enum(['kept', 'goes_back', 'withdrawn', 'asked_again'], {
        description:
          'goes_back in full, or withdrawn where it was not paid: the new home does not have it; asked_again: an early check-in or late check-out of a new day',
      }),
      amount: Type.Integer({ description: 'What it costs with its taxes before the move' }),
    }),
    { description: 'What was added to the stay' },
  ),
  dueOn: orNull(dateSchema, {
    description:
      'The day of a deposit’s balance; null: the guest gets a payment link at once, unless isDisputed',
  }),
  isDisputed: disputedSchema,
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

export type MovePreview = Static<typeof movePreview>;
