import type { Channel } from '../../../db/schema/channel-feeds.ts';

export const channelNames: Record<Channel, string> = {
  airbnb: 'Airbnb',
  vrbo: 'Vrbo',
  booking_com: 'Booking.com',
  other: 'another channel',
};
