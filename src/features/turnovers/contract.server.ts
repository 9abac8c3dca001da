import Type, { type Static } from 'typebox';
import {
  body,
  choice,
  described,
  type Field,
  field,
  optional,
  type Parsed,
  query,
  type Sent,
  text,
} from '../../platform/http/fields.server.ts';
import { toFieldErrors } from '../../shared/errors.ts';
import { isDate } from '../../shared/forms/formats.ts';
import turnoversTable from '../../shared/schemas/turnovers.ts';
import { isUuid } from '../../shared/uuid.ts';
import { dateSchema } from '../bookings/calendar/calendar.schema.server.ts';
import { maxListDays, turnoverLimits } from './turnover.ts';

const statuses = turnoversTable.properties.status.enum;

/** PostgreSQL stores no NUL, and no half of a character. */
const cleanedText = (maxLength: number): Field<string> => ({
  ...text('', maxLength, `Please send a text of at most ${maxLength} characters`),
  isCleaned: true,
  parse: (value) => String(value).toWellFormed().replaceAll('\0', '').trim(),
});

const day = field<string>(
  Type.String({ format: 'date' }),
  'Please send a date such as 2027-07-04',
  (value) => typeof value === 'string' && isDate(value),
);

/** Days of departures, both inclusive. */
export const daysQuery = query({
  from: described('The first departure; today, unless it is given', optional(day)),
  to: described(
    `The last departure, inclusive, at most ${maxListDays} days in all; two weeks, unless it is given`,
    optional(day),
  ),
});
export type TurnoverDays = Parsed<typeof daysQuery>;

/** What hosts change; the rest stays as it is. */
export const turnoverChange = body(
  {
    cleaner_id: optional(
      field<string | null>(
        Type.Union([Type.String({ format: 'uuid', description: 'null: nobody' }), Type.Null()]),
        'Please send an id, or null',
        (value) => value === null || (typeof value === 'string' && isUuid(value)),
      ),
    ),
    note: optional(cleanedText(turnoverLimits.note)),
    status: optional(choice(statuses)),
  },
  {
    check: (values, errors) =>
      Object.keys(values).length + Object.keys(errors).length === 0
        ? { body: 'Please send a cleaner, a note or a status' }
        : {},
    toError: toFieldErrors,
  },
);
export type TurnoverChange = Sent<typeof turnoverChange>;

const photoList: Field<string[]> = {
  schema: Type.Array(Type.String({ description: 'As /photos returned it' }), {
    maxItems: turnoverLimits.photos,
  }),
  isOptional: false,
  error(value) {
    if (!Array.isArray(value) || value.length > turnoverLimits.photos)
      return `Please send at most ${turnoverLimits.photos} photos`;
    if (!value.every((url) => typeof url === 'string')) return 'Please send addresses';
    return new Set(value).size === value.length ? null : 'Please send each photo once';
  },
  parse: (value) => value as string[],
};

/** What a cleaner reports. */
export const turnoverReport = body(
  {
    status: choice(['done', 'problem']),
    report: optional(cleanedText(turnoverLimits.report)),
    photos: optional(photoList),
  },
  { toError: toFieldErrors },
);
export type TurnoverReport = Sent<typeof turnoverReport>;

export const imageForm = {
  type: 'multipart/form-data',
  schema: Type.Object({ file: Type.String({ format: 'binary' }) }),
};

const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const clock = Type.String({ description: 'A clock time at the home, such as 16:00' });

/** The data of a turnover for cleaners, on their page, in the calendar and in mails. */
const plan = {
  home: Type.String(),
  departsOn: dateSchema,
  arrivesOn: orNull(Type.String({ format: 'date', description: 'null: nobody yet' })),
  isSameDay: Type.Boolean(),
  outBy: clock,
  nextGuestsFrom: clock,
  guests: orNull(Type.Integer({ description: 'Of the next stay; null: unknown' })),
  pets: orNull(Type.Integer()),
  note: Type.String({ description: 'The hosts’' }),
};
const planSchema = Type.Object(plan);
export type TurnoverPlan = Static<typeof planSchema>;

const reported = {
  id: Type.String(),
  status: Type.Enum(statuses),
  report: Type.String({ description: 'The cleaner’s words' }),
  photos: Type.Array(Type.String()),
  doneAt: orNull(Type.String({ format: 'date-time' })),
};

export const reportedSchema = Type.Object(reported);

/** A turnover right after a report of its cleaner. */
export type ReportedTurnover = Static<typeof reportedSchema>;

export const cleaningSchema = Type.Object({
  name: Type.String({ description: 'The cleaner’s' }),
  today: dateSchema,
  turnovers: Type.Array(
    Type.Object({
      ...reported,
      ...plan,
      address: Type.String(),
      checkList: Type.String({ description: 'Sanitized HTML' }),
      access: Type.String({ description: 'Empty but on the day of the departure and of the arrival' }),
      canReport: Type.Boolean({ description: 'From the day of the departure on, until it is done' }),
    }),
  ),
});

export type CleaningPage = Static<typeof cleaningSchema>;
export type CleanerTurnover = CleaningPage['turnovers'][number];

export const cleaningImageSchema = Type.Object({ media_url: Type.String() });
export type CleaningImage = Static<typeof cleaningImageSchema>;

export const hostTurnoverSchema = Type.Object({
  ...reported,
  ...plan,
  property: Type.String({ description: 'A slug' }),
  cleanerId: orNull(Type.String()),
  cleaner: orNull(Type.String({ description: 'The name' })),
});

/** A turnover on the hosts' screens. */
export type HostTurnover = Static<typeof hostTurnoverSchema>;

export const turnoverListSchema = Type.Object({
  today: dateSchema,
  turnovers: Type.Array(hostTurnoverSchema),
  cleaners: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      phone: Type.String(),
      isActive: Type.Boolean(),
    }),
  ),
});

export type TurnoverList = Static<typeof turnoverListSchema>;
export type HostCleaner = TurnoverList['cleaners'][number];

export const cleaningLinkSchema = Type.Object({
  url: Type.String({ description: 'The cleaner’s page; it is the only key' }),
});
export type CleaningLink = Static<typeof cleaningLinkSchema>;
