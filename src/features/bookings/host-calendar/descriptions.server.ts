import Type from 'typebox';
import type { Description } from '../../../platform/openapi/document.server.ts';
import { weekdays } from '../../../shared/nights.ts';
import { channels } from '../../channels/feed.ts';
import {
  calendarSchema,
  currencySchema,
  dateSchema,
  momentSchema,
} from '../calendar/calendar.schema.server.ts';
import { placedBookingSchema } from '../record/placed-booking.schema.server.ts';

const { properties: publicDay } = calendarSchema.properties.days.items;
const { code, status } = placedBookingSchema.properties;

const nights = { first_night: dateSchema, last_night: dateSchema };
const id = Type.String();
const note = Type.String({ maxLength: 500, description: 'For hosts alone' });
const property = Type.String({ description: 'The slug of the home' });

export const blockSchema = Type.Object({ id, property, ...nights, note });

export const hostCalendarSchema = Type.Object({
  timeZone: Type.String(),
  currency: currencySchema,
  today: dateSchema,
  homes: Type.Optional(
    Type.Array(Type.Object({ id, slug: Type.String(), title: Type.String() }), {
      description: 'Every home by name, where properties are a part of them',
    }),
  ),
  pages: Type.Optional(Type.Integer({ description: 'How many pages of 24 homes there are' })),
  properties: Type.Array(
    Type.Object({
      id,
      slug: Type.String(),
      title: Type.String(),
      isListed: Type.Boolean(),
      bookingMode: Type.Enum(['instant', 'request', 'inquiry']),
      days: Type.Array(
        Type.Object({
          ...publicDay,
          arrivalDays: Type.Array(Type.Enum(weekdays), { description: 'Empty: any day' }),
          season: Type.Union([Type.String(), Type.Null()], { description: 'The name of the winning rate' }),
        }),
      ),
      bookings: Type.Array(
        Type.Object({
          code,
          status,
          name: Type.String(),
          guests: Type.Integer(),
          checkin: dateSchema,
          checkout: dateSchema,
          holdExpiresAt: Type.Union([momentSchema, Type.Null()]),
        }),
        { description: 'Confirmed stays, holds and requests' },
      ),
      blocks: Type.Array(Type.Object({ id, ...nights, note })),
      feedEvents: Type.Array(
        Type.Object({
          id,
          kind: Type.Enum(['reservation', 'block']),
          channel: Type.Enum([...channels]),
          feed: Type.String({ description: 'The name of the calendar' }),
          checkin: dateSchema,
          checkout: dateSchema,
        }),
      ),
    }),
  ),
});

const newBlockSchema = Type.Object(
  { property, ...nights, note: Type.Optional(note) },
  { additionalProperties: false },
);

const day = (description: string) => ({ schema: dateSchema, required: true, description });

export const hostCalendarDescriptions = {
  calendar: {
    summary: 'Every home of the hosts day by day, with bookings, closed nights and events of other channels',
    details:
      'Homes that are not listed, too. Bookings, closed nights and events that only begin or end in the range come whole.',
    query: {
      from: day('The first day'),
      to: day('The day after the last one, at most 750 days later'),
      page: {
        schema: Type.Integer({ minimum: 1 }),
        description: '24 homes of them, in the hosts’ order, from page 1 on; without it every home',
      },
      property: {
        schema: Type.String(),
        description: 'The slug of one home, which is read alone; the page where there is no such home',
      },
    },
    answer: hostCalendarSchema,
    refusals: ['invalid', 'unauthenticated', 'forbidden'],
  },
  createBlock: {
    summary: 'Closes nights of a home',
    details:
      'Both nights are closed. 409 with the code of the booking that has some of them, and reason dates_taken. The same nights with the same note again give the block that is there.',
    body: newBlockSchema,
    answer: blockSchema,
    status: 201,
    refusals: [
      'invalid',
      'unauthenticated',
      'forbidden',
      'notFound',
      'conflict',
      'tooLarge',
      'unsupportedType',
    ],
  },
  deleteBlock: {
    summary: 'Opens closed nights again',
    answer: Type.Object({ success: Type.Literal(true), trashId: Type.String() }),
    refusals: ['invalid', 'unauthenticated', 'forbidden', 'notFound'],
  },
} satisfies Record<string, Description>;
