import Type from 'typebox';
import type { Header } from '../../../platform/http/shapes.server.ts';

/** What shows that a guest may see a booking, beside the browser and the session. */
export const bookingKeyHeader: { 'X-Booking-Key': Header<string | undefined> } = {
  'X-Booking-Key': {
    schema: Type.String(),
    isRequired: false,
    description: 'The key of the booking; not needed in the browser that made it, nor by its signed-in guest',
    parse: (value) => value,
  },
};
