import Type, { type Static } from 'typebox';
import {
  cents,
  choice,
  day,
  described,
  list,
  moment,
  optional,
  orNullField,
  slug,
  text,
} from '../../../platform/http/fields.server.ts';
import { body, either, record, type Sent } from '../../../platform/http/shapes.server.ts';
import type { DateSpan } from '../../../shared/nights.ts';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  homeSchema,
  momentSchema,
  orNull,
} from '../../../shared/value-schemas.server.ts';
import { channels } from '../../channels/feed.ts';

const dates = { checkin: dateSchema, checkout: dateSchema };

const event = Type.Object({
  channel: Type.Enum([...channels]),
  feed: Type.String({ description: 'The feed’s name' }),
  ...dates,
});

const conflictSchema = Type.Object({
  id: Type.String(),
  detectedAt: momentSchema,
  offeredAt: orNull(momentSchema, {
    description: 'When the guest was last asked for other dates',
  }),
  booking: Type.Object({
    code: Type.String(),
    name: Type.String(),
    phone: Type.String(),
    property: homeSchema,
    ...dates,
    total: amountSchema,
    currency: currencySchema,
  }),
  event,
});

const channelConflictSchema = Type.Object({
  id: Type.String(),
  detectedAt: momentSchema,
  property: homeSchema,
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
    properties: Type.Array(Type.Object({ ...homeSchema.properties, total: amountSchema }), {
      description: 'Free on the same nights; the guest pays no more than before',
    }),
    stays: Type.Array(Type.Object({ ...dates, total: amountSchema }), {
      description: 'The nearest free stays in the same home',
    }),
    refund: Type.Integer({ description: 'All that is paid, in minor units' }),
    notes: Type.Object({ move: Type.String(), dates: Type.String(), refund: Type.String() }),
  }),
});

export type ConflictList = Static<typeof conflictListSchema>;
export type Conflict = ConflictList['conflicts'][number];
export type ChannelConflict = ConflictList['channelConflicts'][number];
export type ConflictDetail = Static<typeof conflictDetailSchema>;

const maxStays = 10;
const noStays = `Please choose 1 to ${maxStays} stays to offer`;

const stays = list(
  record({ checkin: day(noStays), checkout: day(noStays) }, noStays, noStays),
  { min: 1, max: maxStays },
  noStays,
);

const staysErrors = ({ stays = [] }: { stays?: DateSpan[] }) => ({
  stays: stays.some(({ checkin, checkout }) => checkin >= checkout) ? noStays : undefined,
});

const offeredAt = described(
  'As the host saw it; 409 when it is another',
  optional(orNullField(moment('Please send the moment that you were shown'))),
);

const note = described('Words to the guest', optional(text('Note', { max: 2000 })));
const chooseOne = 'Please choose to move, to offer dates or to refund';

/** The hosts' decision about a conflict, with the amounts that they saw. */
export const conflictChoice = either(
  'choice',
  {
    move: body({
      choice: choice(['move'], chooseOne),
      property: slug('Please choose a home'),
      total: cents('Please send the total that you were shown, in minor units'),
      note,
    }),
    dates: body({ choice: choice(['dates'], chooseOne), stays, note, offeredAt }, { check: staysErrors }),
    refund: body({
      choice: choice(['refund'], chooseOne),
      refund: cents('Please send the refund that you were shown, in minor units'),
      note,
    }),
  },
  body({ choice: choice(['move', 'dates', 'refund'], chooseOne), note }),
);
export type ConflictChoice = Sent<typeof conflictChoice>;

export const mailPreviewSchema = Type.Object({
  to: Type.String(),
  subject: Type.String(),
  text: Type.String({ description: 'The mail as it will be, as plain text' }),
});

export type MailPreview = Static<typeof mailPreviewSchema>;
