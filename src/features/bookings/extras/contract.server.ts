import Type, { type Static } from 'typebox';
import { cents, described, optional, text } from '../../../platform/http/fields.server.ts';
import { body, type Parsed, type Sent } from '../../../platform/http/shapes.server.ts';
import {
  amountSchema,
  clockSchema,
  dateSchema,
  idSchema,
  orNull,
} from '../../../shared/value-schemas.server.ts';
import { extraFields } from '../quotes/contract.server.ts';
import { addedExtraSchema } from '../record/trip.schema.server.ts';

export const orderRequest = body({
  ...extraFields,
  total: described(
    'The displayed total of these pieces with their taxes; 409 price_changed if it is another one now',
    cents('Please send the total that you were shown, in minor units'),
  ),
});
export type OrderRequest = Parsed<typeof orderRequest>;
export type SentOrder = Sent<typeof orderRequest>;

export const orderedSchema = Type.Object({
  id: idSchema,
  status: Type.Enum(['asked', 'open']),
  due: Type.Integer({
    description: 'What it leaves to pay now; 0 while it is asked, or in a balance to come',
  }),
});
export type Ordered = Static<typeof orderedSchema>;

export const bookingExtrasSchema = Type.Object({
  offered: Type.Array(
    Type.Object({
      id: idSchema,
      label: Type.String(),
      description: Type.String(),
      amount: amountSchema,
      taxes: Type.Integer({ description: 'The difference that one makes for the taxes of the whole bill' }),
      total: Type.Integer({ description: 'The price of one piece with its taxes' }),
      maxQuantity: Type.Integer({ description: 'How many more can be ordered' }),
      needsApproval: Type.Boolean({ description: 'The hosts decide, and it is paid after that' }),
      until: { ...dateSchema, description: 'The last day on which it can be ordered' },
    }),
  ),
  added: Type.Array(addedExtraSchema),
});
export type BookingExtras = Static<typeof bookingExtrasSchema>;

const maxReasonLength = 300;

export const declineExtraRequest = body({
  reason: described('The guest reads it', optional(text('The reason', { max: maxReasonLength }), '')),
});
export type SentDecline = Sent<typeof declineExtraRequest>;

const others = Type.Array(
  Type.Object({
    code: orNull(Type.String(), { description: 'null: booked on another channel' }),
    guest: Type.String({ description: 'Or the channel that sold the stay' }),
  }),
);

export const pendingExtrasSchema = Type.Object({
  asked: Type.Array(
    Type.Object({
      code: Type.String({ description: 'The code of the booking' }),
      id: idSchema,
      label: Type.String(),
      quantity: Type.Integer(),
      property: Type.String({ description: 'The slug of the home' }),
      checkin: dateSchema,
      checkout: dateSchema,
      clockTime: Type.Optional({
        ...clockSchema,
        description: 'The new time, of an early check-in or late check-out',
      }),
      arrivals: others,
      departures: others,
    }),
  ),
});
export type PendingExtras = Static<typeof pendingExtrasSchema>;
