import Type, { type Static } from 'typebox';
import {
  anyText,
  choice,
  cleanedText,
  day,
  described,
  list,
  optional,
  orNullField,
  uuid,
} from '../../platform/http/fields.server.ts';
import { body, type Parsed, query, type Sent } from '../../platform/http/shapes.server.ts';
import { toFieldErrors } from '../../shared/errors.ts';
import cleanersTable from '../../shared/schemas/cleaners.ts';
import turnoversTable from '../../shared/schemas/turnovers.ts';
import { clockSchema, dateSchema, momentSchema, orNull } from '../../shared/value-schemas.server.ts';
import { maxListDays, turnoverLimits } from './turnover.ts';

const statuses = turnoversTable.properties.status.enum;

const plainText = (label: string, max: number) =>
  cleanedText(label, { max, tooLong: `Please send a text of at most ${max} characters` });

const departure = day('Please send a date such as 2027-07-04');

/** Days of departures, both inclusive. */
export const daysQuery = query({
  from: described('The first departure; today, unless it is given', optional(departure)),
  to: described(
    `The last departure, inclusive, at most ${maxListDays} days in all; two weeks, unless it is given`,
    optional(departure),
  ),
});
export type TurnoverDays = Parsed<typeof daysQuery>;

/** The fields that hosts change; fields left out do not change. */
export const turnoverChange = body(
  {
    cleaner_id: optional(described('null: nobody', orNullField(uuid('Please send an id, or null')))),
    note: optional(plainText('The note', turnoverLimits.note)),
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

const imageList = list(
  described('As /photos returned it', anyText('Please send addresses')),
  { max: turnoverLimits.photos, twice: 'Please send each photo once' },
  `Please send at most ${turnoverLimits.photos} photos`,
);

/** What a cleaner reports. */
export const turnoverReport = body(
  {
    status: choice(['done', 'problem']),
    report: optional(plainText('The report', turnoverLimits.report)),
    photos: optional(imageList),
  },
  { toError: toFieldErrors },
);
export type TurnoverReport = Sent<typeof turnoverReport>;

export const imageForm = {
  type: 'multipart/form-data',
  schema: Type.Object({ file: Type.String({ format: 'binary' }) }),
};

/** The data of a turnover for cleaners, on their page, in the calendar and in mails. */
const plan = {
  propertyTitle: Type.String(),
  departsOn: dateSchema,
  arrivesOn: orNull(Type.String({ format: 'date', description: 'null: nobody yet' })),
  isSameDay: Type.Boolean(),
  outBy: clockSchema,
  nextGuestsFrom: clockSchema,
  guests: orNull(Type.Integer({ description: 'The guests of the next stay; null: unknown' })),
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
  doneAt: orNull(momentSchema),
};

export const reportedSchema = Type.Object(reported);

/** A turnover right after a report of its cleaner. */
export type ReportedTurnover = Static<typeof reportedSchema>;

export const cleaningSchema = Type.Object({
  name: Type.String({ description: 'The cleaner’s' }),
  language: Type.Enum(cleanersTable.properties.language.enum, { description: 'The language of the page' }),
  justDone: Type.Array(Type.Object({ id: Type.String(), propertyTitle: Type.String() }), {
    description: 'What was reported as done in the last 10 minutes and may still be undone, the newest first',
  }),
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
  undoneAt: orNull(
    Type.String({
      format: 'date-time',
      description: 'When the cleaner took “Done” back, unless reported since',
    }),
  ),
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
      language: Type.Enum(cleanersTable.properties.language.enum),
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
