import Type, { type Static } from 'typebox';
import {
  choice,
  clock,
  convertedField,
  described,
  filter,
  night,
  optional,
  orNullField,
  slug,
  uuid,
  wholeNumber,
} from '../../platform/http/fields.server.ts';
import { body, type Parsed, query, type Sent } from '../../platform/http/shapes.server.ts';
import { toFieldErrors } from '../../shared/errors.ts';
import messageRulesTable from '../../shared/schemas/message-rules.ts';
import scheduledMessagesTable from '../../shared/schemas/scheduled-messages.ts';
import { momentSchema, orNull } from '../../shared/value-schemas.server.ts';

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
  templateId: orNull(Type.String(), { description: 'null for the arrival mail' }),
  code: Type.String({ description: 'The code of the booking' }),
  guest: Type.String(),
  home: Type.String(),
  subject: Type.String(),
  sentAt: Type.Optional(momentSchema),
  can: Type.Array(Type.Enum(['send', 'skip'])),
});

export type ForecastMessage = Static<typeof scheduledMessageSchema>;

/** The last day is so early that days after it are still valid dates. */
const lastDay = '9999-01-01';
const noDate = 'Must be a date such as 2027-07-09';

const daysErrors = ({ from = '', to = '' }: { from?: string; to?: string }) => ({
  from: from > lastDay ? noDate : undefined,
  to: to > lastDay ? noDate : undefined,
});

/** Days at the homes, both inclusive. */
export const forecastQuery = query(
  {
    from: described('The first day at the homes, today if left out', optional(night(noDate))),
    to: described('The last day, inclusive', optional(night(noDate))),
  },
  { check: daysErrors, toError: toFieldErrors },
);
export type ForecastQuery = Parsed<typeof forecastQuery>;

export const previewRequest = body(
  { template_id: uuid('Must be the id of a template'), code: slug('Must be the code of a booking') },
  { toError: toFieldErrors },
);
export type PreviewRequest = Sent<typeof previewRequest>;

export const previewSchema = Type.Object({ subject: Type.String(), text: Type.String() });
export type Preview = Static<typeof previewSchema>;

const maxOffsetDays = 365;
const offsetMessage = (fewest: number) => `Must be a whole number from ${fewest} to ${maxOffsetDays}`;

/** An empty value means all homes. */
const property = convertedField(
  orNullField(filter(uuid('Must be a home'))),
  (id): string | null => id ?? null,
);

/** The values of a rule's form; those that say when it sends are read. */
export const draftRule = body(
  {
    event: optional(
      choice(messageRulesTable.properties.event.enum, 'Must be booked, arrival or departure'),
      'arrival',
    ),
    offset_days: optional(wholeNumber(offsetMessage(-maxOffsetDays), -maxOffsetDays, maxOffsetDays), 0),
    at_time: optional(clock('Must be a time such as 17:00'), '10:00'),
    property_id: optional(property, null),
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
