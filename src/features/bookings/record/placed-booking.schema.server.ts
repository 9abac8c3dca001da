import Type from 'typebox';
import { momentSchema, orNull } from '../../../shared/value-schemas.server.ts';

export const placedBookingSchema = Type.Object({
  code: Type.String({ description: 'Eight of Crockford’s base 32' }),
  key: Type.String({ description: 'Shows the booking to whoever sends it as X-Booking-Key' }),
  status: Type.Enum(['held', 'requested', 'confirmed', 'expired', 'released', 'declined', 'cancelled']),
  holdExpiresAt: orNull(momentSchema),
  checkoutUrl: orNull(Type.String(), {
    description: 'The hosted payment page; null for a request, and while the card provider is down',
  }),
  why: Type.Optional(Type.String({ description: 'Why a home that is sold at once was only requested' })),
});
