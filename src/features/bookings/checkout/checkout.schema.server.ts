import Type from 'typebox';
import { momentSchema } from '../calendar/calendar.schema.server.ts';

export const bookingRequestSchema = Type.Object(
  {
    quoteId: Type.String({ format: 'uuid' }),
    name: Type.String({ minLength: 2, maxLength: 200 }),
    email: Type.String({ format: 'email', maxLength: 254 }),
    phone: Type.String({ maxLength: 50 }),
    plan: Type.Enum(['full', 'deposit']),
    agreed: Type.Object({ houseRules: Type.Literal(true), cancellation: Type.Literal(true) }),
    note: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  { additionalProperties: false },
);

export const placedBookingSchema = Type.Object({
  code: Type.String({ description: 'Eight of Crockford’s base 32' }),
  key: Type.String({ description: 'Shows the booking to whoever sends it as X-Booking-Key' }),
  status: Type.Enum(['held', 'requested', 'confirmed', 'expired', 'released', 'declined', 'cancelled']),
  holdExpiresAt: Type.Union([momentSchema, Type.Null()]),
  checkoutUrl: Type.Union([Type.String(), Type.Null()], {
    description: 'The hosted payment page; null for a request, and while the card provider is down',
  }),
  why: Type.Optional(Type.String({ description: 'Why a home that is sold at once was only requested' })),
});
