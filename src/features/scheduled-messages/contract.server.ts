import Type, { type Static } from 'typebox';
import {
  body,
  choice,
  described,
  field,
  optional,
  type Parsed,
  query,
  type Sent,
  slug,
  uuid,
  wholeNumber,
} from '../../platform/http/fields.server.ts';
import { toFieldErrors } from '../../shared/errors.ts';
import { isNight } from '../../shared/forms/formats.ts';
import messageRulesTable from '../../shared/schemas/message-rules.ts';
import scheduledMessagesTable from '../../shared/schemas/scheduled-messages.ts';
import { isUuid } from '../../shared/uuid.ts';
import { momentSchema } from '../bookings/calendar/calendar.schema.server.ts';

const { status, reason } = scheduledMessagesTable.properties;

export const scheduledMessageSchema = Type.Object({
  id: Type.String({
    description: 'For send and skip; the arrival mail takes neither, but send where a restore withheld it',
  }),
  dueAt: momentSchema,
  status: Type.Enum(status.enum),
  isUndeliverable: Type.Boolean({
    description: 'Its mail could not be delivered, and will not be: the guest does not have it',
  }),
  reason: Type.Optional(Type.Enum(reason.enum)),
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

export type ForecastMessage = Static<typeof scheduledMessageSchema>;

/** Some days after it are still dates. */
const lastDay = '9999-01-01';

const day = field<string>(
  Type.String({ format: 'date' }),
  'Must be a date such as 2027-07-09',
  (value) => isNight(value) && value <= lastDay,
);

/** Days at the homes, both inclusive. */
export const forecastQuery = query(
  {
    from: described('The first day at the homes, today if left out', optional(day)),
    to: described('The last day, inclusive', optional(day)),
  },
  { toError: toFieldErrors },
);
export type ForecastQuery = Parsed<typeof forecastQuery>;

export const previewRequest = body(
  { template_id: uuid('Must be the id of a template'), code: slug('Must be the code of a booking') },
  { toError: toFieldErrors },
);
export type PreviewRequest = Sent<typeof previewRequest>;

export const previewSchema = Type.Object({ subject: Type.String(), text: Type.String() });
export type Preview = Static<typeof previewSchema>;

const clock = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const maxOffsetDays = 365;
const offsetMessage = (fewest: number) => `Must be a whole number from ${fewest} to ${maxOffsetDays}`;

/** The values of a rule's form; those that say when it sends are read. */
export const draftRule = body(
  {
    event: optional(
      choice(messageRulesTable.properties.event.enum, 'Must be booked, arrival or departure'),
      'arrival',
    ),
    offset_days: optional(wholeNumber(offsetMessage(-maxOffsetDays), -maxOffsetDays, maxOffsetDays), 0),
    at_time: optional(
      field<string>(
        Type.String(),
        'Must be a time such as 17:00',
        (value) => typeof value === 'string' && clock.test(value),
      ),
      '10:00',
    ),
    property_id: optional(
      field<string | null>(
        Type.Union([Type.String(), Type.Null()]),
        'Must be a home',
        (value) => value === null || value === '' || (typeof value === 'string' && isUuid(value)),
        (value) => value || null,
      ),
      null,
    ),
  },
  {
    ignored: Object.keys(messageRulesTable.properties),
    check({ event, offset_days: days }, errors) {
      const isWrong = 'offset_days' in errors || (days !== undefined && days < 0);
      return event === 'booked' && isWrong ? { offset_days: offsetMessage(0) } : {};
    },
    toError: toFieldErrors,
  },
);
export type DraftRule = Parsed<typeof draftRule>;
export type SentDraftRule = Sent<typeof draftRule>;

export const ruleDatesSchema = Type.Object({ title: Type.String(), lines: Type.Array(Type.String()) });
export type RuleDates = Static<typeof ruleDatesSchema>;
