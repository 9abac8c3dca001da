import Type from 'typebox';
import type { Description } from '../../platform/openapi/document.server.ts';
import { momentSchema } from '../bookings/calendar/calendar.schema.server.ts';
import { maxForecastDays } from './forecast.ts';

const reason = Type.Enum([
  'late',
  'by_host',
  'not_paid',
  'no_address',
  'stay_cancelled',
  'rule_off',
  'rule_deleted',
  'other_home',
  'moment_over',
]);

export const scheduledMessageSchema = Type.Object({
  id: Type.String({ description: 'For send and skip; the arrival mail takes neither' }),
  dueAt: momentSchema,
  status: Type.Enum(['planned', 'sent', 'skipped', 'cancelled']),
  reason: Type.Optional(reason),
  rule: Type.String({ description: 'Its name; `Arrival`: the mail with address and access' }),
  template: Type.String(),
  templateId: Type.Union([Type.String(), Type.Null()], { description: 'null for the arrival mail' }),
  code: Type.String({ description: 'Of the booking' }),
  guest: Type.String(),
  home: Type.String(),
  subject: Type.String(),
  sentAt: Type.Optional(momentSchema),
  can: Type.Array(Type.Enum(['send', 'skip'])),
});

const forecastSchema = Type.Array(scheduledMessageSchema);

const date = Type.String({ format: 'date' });
const reading: Description['refusals'] = ['invalid', 'unauthenticated', 'forbidden'];
const changing: Pick<Description, 'answer' | 'refusals'> = {
  answer: scheduledMessageSchema,
  refusals: ['invalid', 'unauthenticated', 'forbidden', 'notFound', 'conflict'],
};

export const previewRequestSchema = Type.Object(
  { template_id: Type.String({ format: 'uuid' }), code: Type.String() },
  { additionalProperties: false },
);

export const draftRuleSchema = Type.Object({
  event: Type.Optional(Type.Enum(['booked', 'arrival', 'departure'])),
  offset_days: Type.Optional(Type.Integer({ minimum: -365, maximum: 365 })),
  at_time: Type.Optional(Type.String()),
  property_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

export const messageDescriptions = {
  forecast: {
    summary: 'What goes out to guests by itself, what went out, and why something did not',
    details: `At most ${maxForecastDays} days, the next 14 if left out; at most 5,000 messages.`,
    query: {
      from: { schema: date, description: 'The first day at the homes, today if left out' },
      to: { schema: date, description: 'The last day, inclusive' },
    },
    answer: forecastSchema,
    refusals: reading,
  },
  ofBooking: {
    summary: 'All that was and will be sent to the guest of a booking by itself',
    answer: forecastSchema,
    refusals: ['unauthenticated', 'forbidden', 'notFound'],
  },
  send: {
    summary: 'Sends a message now',
    details:
      'Also one that was skipped. 409 with the reason already_sent, cancelled, not_confirmed or no_address.',
    ...changing,
  },
  skip: {
    summary: 'Skips a message: it is not sent by itself any more',
    details: '409 with the reason already_sent, cancelled or not_confirmed.',
    ...changing,
  },
  preview: {
    summary: 'A template as the guest of a booking would get it now, without the link of the review',
    body: previewRequestSchema,
    answer: Type.Object({ subject: Type.String(), text: Type.String() }),
    refusals: ['invalid', 'unauthenticated', 'forbidden', 'notFound'],
  },
  dates: {
    summary: 'When a rule with these values would go out for the next three stays',
    details: 'Takes every field of a rule; nothing is stored.',
    body: draftRuleSchema,
    answer: Type.Object({ title: Type.String(), lines: Type.Array(Type.String()) }),
    refusals: reading,
  },
} satisfies Record<string, Description>;
