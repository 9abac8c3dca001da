import { calls, get } from '../../shared/http/calls.ts';
import type { Guide, PublicGuide } from './guide.ts';

export const bookingGuide = calls('/bookings/:code/guide', {
  read: get<Guide>('', 'Failed to fetch the guide'),
});

export const propertyGuide = calls('/properties/:slug/guide', {
  read: get<PublicGuide>('', 'Failed to fetch the guide'),
});
