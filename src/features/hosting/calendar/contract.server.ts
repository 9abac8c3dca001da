import Type, { type Static } from 'typebox';
import {
  described,
  filter,
  optional,
  slug,
  text,
  wholeNumberText,
} from '../../../platform/http/fields.server.ts';
import { body, type Parsed, query, type Sent } from '../../../platform/http/shapes.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { weekdays } from '../../../shared/nights.ts';
import {
  currencySchema,
  dateSchema,
  momentSchema,
  orNull,
  slugSchema,
} from '../../../shared/value-schemas.server.ts';
import { calendarSchema } from '../../bookings/calendar/calendar.schema.server.ts';
import { calendarDaysErrors, toStayError } from '../../bookings/calendar/calendar.ts';
import { nightSpanErrors } from '../../bookings/calendar/night-span.ts';
import { calendarDays, nightSpan } from '../../bookings/calendar/stay-fields.server.ts';
import { placedBookingSchema } from '../../bookings/record/placed-booking.schema.server.ts';
import { channels } from '../../channels/feed.ts';

const { properties: publicDay } = calendarSchema.properties.days.items;
const { code, status } = placedBookingSchema.properties;

const nights = { first_night: dateSchema, last_night: dateSchema };
const id = Type.String();
const note = Type.String({ maxLength: 500, description: 'Only for hosts' });
const property = slugSchema;

export const blockSchema = Type.Object({ id, property, ...nights, note });

export const hostCalendarSchema = Type.Object({
  timeZone: Type.String(),
  currency: currencySchema,
  today: dateSchema,
  allProperties: Type.Optional(
    Type.Array(Type.Object({ id, slug: Type.String(), title: Type.String() }), {
      description: 'The names of all homes, if `properties` are only some of them',
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
          season: orNull(Type.String(), { description: 'The name of the winning rate' }),
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
          holdExpiresAt: orNull(momentSchema),
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

export type HostCalendar = Static<typeof hostCalendarSchema>;
export type NightBlock = Static<typeof blockSchema>;

export const hostCalendarQuery = query(
  {
    page: described(
      'A page of 24 homes in the hosts’ order, counted from 1; without it every home',
      optional(wholeNumberText('The page must be a whole number, 1 or more', 1, 9999)),
    ),
    ...calendarDays,
    property: described(
      'The slug of the only home to read; if there is no such home, the page is read instead',
      filter(slug('There is no such home')),
    ),
  },
  {
    check: calendarDaysErrors,
    toError: (fields) =>
      fields.page ? new AppError('invalid', `${fields.page}.`, { fields }) : toStayError(fields),
  },
);
export type HostCalendarQuery = Parsed<typeof hostCalendarQuery>;
export type SentCalendarQuery = Sent<typeof hostCalendarQuery>;

const maxBlockNights = 1096;

export const newBlock = body(
  {
    ...nightSpan,
    property: described('The slug of the home', slug('Choose a home')),
    note: described('Only for hosts', optional(text('The note', { max: 500 }), '')),
  },
  { check: (span) => ({ ...nightSpanErrors(span, maxBlockNights) }) },
);
export type NewBlock = Parsed<typeof newBlock>;
export type SentBlock = Sent<typeof newBlock>;

export const openedSchema = Type.Object({ success: Type.Literal(true), trashId: Type.String() });
export type OpenedNights = Static<typeof openedSchema>;
