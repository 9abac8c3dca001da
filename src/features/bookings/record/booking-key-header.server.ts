import Type from 'typebox';
import type { Header } from '../../../platform/http/shapes.server.ts';

/** The header with the key of a booking, which gives access in addition to the browser and the session. */
export const bookingKeyHeader: { 'X-Booking-Key': Header<string | undefined> } = {
  'X-Booking-Key': {
    schema: Type.String(),
    isRequired: false,
    description: 'The key of the booking; not needed in the browser that made it, nor by its signed-in guest',
    parse: (value) => value,
  },
};
