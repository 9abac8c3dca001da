import type { Channel } from '../../../db/schema/lodging.ts';

export const channelNames: Record<Channel, string> = {
  airbnb: 'Airbnb',
  vrbo: 'Vrbo',
  booking_com: 'Booking.com',
  other: 'another channel',
};
