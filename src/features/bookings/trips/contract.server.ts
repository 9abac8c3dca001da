import Type, { type Static } from 'typebox';
import { cents } from '../../../platform/http/fields.server.ts';
import { body, type Sent } from '../../../platform/http/shapes.server.ts';
import { toFieldErrors } from '../../../shared/errors.ts';
import { placedBookingSchema } from '../record/placed-booking.schema.server.ts';
import { type cancellationSchema, tripSummarySchema } from '../record/trip.schema.server.ts';

export const cancelRequest = body(
  { refund: cents('Please send the refund that you were shown, in minor units') },
  { toError: toFieldErrors },
);
export type CancelRequest = Sent<typeof cancelRequest>;

export const paymentPageSchema = Type.Object({ url: Type.String() });
export type PaymentPage = Static<typeof paymentPageSchema>;

export const releasedSchema = Type.Object({ status: placedBookingSchema.properties.status });

const liveHoldSchema = Type.Object({
  ...tripSummarySchema.properties,
  dueNow: Type.Integer({ description: 'What its payment page is for, in minor units' }),
});

export const liveHoldsSchema = Type.Object({
  holds: Type.Array(liveHoldSchema),
  now: Type.String({
    format: 'date-time',
    description: 'When this was read, for clients whose clock is wrong',
  }),
});
export type LiveHolds = Static<typeof liveHoldsSchema>;

export type SentCancellation = Static<typeof cancellationSchema>;
