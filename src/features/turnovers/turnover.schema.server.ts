import Type from 'typebox';
import { dateSchema } from '../bookings/calendar/calendar.schema.server.ts';
import { reportedStatuses, turnoverLimits, turnoverStatuses } from './turnover.ts';

const orNull = (schema: Type.TSchema) => Type.Union([schema, Type.Null()]);
const clock = Type.String({ description: 'A clock time at the home, such as 16:00' });
const closed = { additionalProperties: false } as const;

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

const reported = {
  id: Type.String(),
  status: Type.Enum([...turnoverStatuses]),
  report: Type.String({ description: 'The cleaner’s words' }),
  photos: Type.Array(Type.String()),
  doneAt: orNull(Type.String({ format: 'date-time' })),
};

export const reportedSchema = Type.Object(reported);

export const cleaningSchema = Type.Object({
  name: Type.String({ description: 'The cleaner’s' }),
  today: dateSchema,
  turnovers: Type.Array(
    Type.Object({
      ...reported,
      ...plan,
      address: Type.String(),
      checkList: Type.String({ description: 'HTML' }),
      access: Type.String({ description: 'Empty but on the day of the departure and of the arrival' }),
      canReport: Type.Boolean({ description: 'From the day of the departure on, until it is done' }),
    }),
  ),
});

export const reportSchema = Type.Object(
  {
    status: Type.Enum([...reportedStatuses]),
    report: Type.Optional(Type.String({ maxLength: turnoverLimits.report })),
    photos: Type.Optional(
      Type.Array(Type.String({ description: 'As /photos returned it' }), { maxItems: turnoverLimits.photos }),
    ),
  },
  closed,
);

export const cleaningImageSchema = Type.Object({ media_url: Type.String() });

export const hostTurnoverSchema = Type.Object({
  ...reported,
  ...plan,
  property: Type.String({ description: 'A slug' }),
  cleanerId: orNull(Type.String()),
  cleaner: orNull(Type.String({ description: 'The name' })),
});

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

export const turnoverChangeSchema = Type.Object(
  {
    cleaner_id: Type.Optional(orNull(Type.String({ format: 'uuid', description: 'null: nobody' }))),
    note: Type.Optional(Type.String({ maxLength: turnoverLimits.note })),
    status: Type.Optional(Type.Enum([...turnoverStatuses])),
  },
  closed,
);

export const cleaningLinkSchema = Type.Object({
  url: Type.String({ description: 'The cleaner’s page; it is the only key' }),
});
