import type { ArrivalDetails } from '../../../db/schema/bookings.ts';
import { calls, post } from '../../../shared/http/calls.ts';
import type { Trip } from '../record/trip.schema.server.ts';

export const arrivalCalls = calls('/bookings/:code/arrival-details', {
  save: post<ArrivalDetails, Trip>('', 'What you typed could not be saved. Please try again.'),
});
