import type { Context } from 'hono';
import Type from 'typebox';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import type { Header } from '../../../platform/http/shapes.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { findBooking } from '../record/find-booking.server.ts';
import { browserHash } from './browser.server.ts';

const keyName = 'X-Booking-Key';

/** The header of calls about one booking. */
export const bookingKeyHeader: Record<typeof keyName, Header<string | undefined>> = {
  [keyName]: {
    schema: Type.String(),
    isRequired: false,
    description: 'The key of the booking; not needed in the browser that made it, nor by its signed-in guest',
    parse: (value) => value,
  },
};

/** Loads the booking of a request, if its sender may see it. @throws AppError `notFound` */
export const requestedBooking = (c: Context<ApiEnv>, code: string): Promise<Booking> =>
  findBooking(c.get('ctx'), code, { browserHash: browserHash(c), key: c.req.header(keyName) });
