import Type from 'typebox';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  momentSchema,
  orNull,
} from '../../../shared/value-schemas.server.ts';
import { reasons } from './reason.ts';

export const checkedAtSchema = orNull(momentSchema, {
  description: 'When the calendars of other channels were last read well; null for never',
});

export const calendarSchema = Type.Object({
  timeZone: Type.String(),
  currency: currencySchema,
  calendarsCheckedAt: checkedAtSchema,
  days: Type.Array(
    Type.Object({
      date: dateSchema,
      isFree: Type.Boolean({ description: 'The night that begins on this day is for sale' }),
      canArrive: Type.Boolean(),
      canDepart: Type.Boolean(),
      minNights: Type.Integer({ description: 'The minimum of a stay that arrives on this day' }),
      price: amountSchema,
      why: Type.Optional(
        Type.Enum(['booked', 'blocked', 'turnover', 'too_soon', 'too_far', 'not_open'], {
          description: 'Why the night is not for sale',
        }),
      ),
    }),
  ),
});

const nearestSchema = Type.Array(
  Type.Object({ checkin: dateSchema, checkout: dateSchema, total: amountSchema }),
);

export const availabilitySchema = Type.Array(
  Type.Object({
    slug: Type.String(),
    title: Type.String(),
    isFree: Type.Boolean(),
    currency: currencySchema,
    total: Type.Optional(amountSchema),
    perNight: Type.Optional(amountSchema),
    reason: Type.Optional(Type.Enum(reasons)),
    message: Type.Optional(Type.String({ description: 'The reason in a sentence for the guest' })),
    nearest: nearestSchema,
  }),
);
