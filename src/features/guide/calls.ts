import { calls, get } from '../../shared/http/calls.ts';
import type { Guide, PublicGuide, SharedTrip } from './guide.ts';

export const bookingGuide = calls('/bookings/:code/guide', {
  read: get<Guide>('', 'Failed to fetch the guide'),
});

export const sharedTrip = calls('/trips/shared/:token', {
  read: get<SharedTrip>('', 'Failed to fetch the stay'),
});

export const propertyGuide = calls('/properties/:slug/guide', {
  read: get<PublicGuide>('', 'Failed to fetch the guide'),
});
