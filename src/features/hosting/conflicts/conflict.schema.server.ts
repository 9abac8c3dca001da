import Type from 'typebox';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  momentSchema,
} from '../../bookings/calendar/calendar.schema.server.ts';
import { channels } from '../../channels/feed.ts';

const home = Type.Object({ slug: Type.String(), title: Type.String() });
const dates = { checkin: dateSchema, checkout: dateSchema };

const event = Type.Object({
  channel: Type.Enum([...channels]),
  feed: Type.String({ description: 'The feed’s name' }),
  ...dates,
});

const conflictSchema = Type.Object({
  id: Type.String(),
  foundAt: momentSchema,
  offeredAt: Type.Union([momentSchema, Type.Null()], {
    description: 'When the guest was last asked for other dates',
  }),
  booking: Type.Object({
    code: Type.String(),
    name: Type.String(),
    phone: Type.String(),
    property: home,
    ...dates,
    total: amountSchema,
    currency: currencySchema,
  }),
  event,
});

const channelConflictSchema = Type.Object({
  id: Type.String(),
  foundAt: momentSchema,
  property: home,
  events: Type.Array(event, { minItems: 2, maxItems: 2, description: 'The one that was there first, first' }),
});

export const conflictListSchema = Type.Object({
  conflicts: Type.Array(conflictSchema, { description: 'Stays of other channels over confirmed ones' }),
  channelConflicts: Type.Array(channelConflictSchema, {
    description: 'Stays of two other channels on the same nights of a home',
  }),
});

export const conflictDetailSchema = Type.Object({
  ...conflictSchema.properties,
  choices: Type.Object({
    homes: Type.Array(Type.Object({ ...home.properties, total: amountSchema }), {
      description: 'Free on the same nights; the guest pays no more than before',
    }),
    stays: Type.Array(Type.Object({ ...dates, total: amountSchema }), {
      description: 'The nearest free stays in the same home',
    }),
    refund: Type.Integer({ description: 'All that is paid, in minor units' }),
    notes: Type.Object({ move: Type.String(), dates: Type.String(), refund: Type.String() }),
  }),
});

const note = Type.Optional(Type.String({ maxLength: 2000, description: 'Words to the guest' }));

export const choiceSchema = Type.Union([
  Type.Object(
    { choice: Type.Literal('move'), property: Type.String(), total: amountSchema, note },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      choice: Type.Literal('dates'),
      stays: Type.Array(Type.Object(dates, { additionalProperties: false }), { minItems: 1, maxItems: 10 }),
      offeredAt: Type.Optional(
        Type.Union([momentSchema, Type.Null()], {
          description: 'As the host saw it; 409 when it is another',
        }),
      ),
      note,
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { choice: Type.Literal('refund'), refund: amountSchema, note },
    { additionalProperties: false },
  ),
]);

export const mailPreviewSchema = Type.Object({
  to: Type.String(),
  subject: Type.String(),
  text: Type.String({ description: 'The mail as it will be, as plain text' }),
});
