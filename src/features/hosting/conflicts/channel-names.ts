import type { Channel } from '../../../db/schema/channel-feeds.ts';

export const channelNames: Record<Channel, string> = {
  airbnb: 'Airbnb',
  vrbo: 'Vrbo',
  booking_com: 'Booking.com',
  other: 'another channel',
};

/** `Airbnb`; of a channel without a name of its own that of its feed. */
export const channelLabel = (channel: Channel, feed: string | null): string =>
  channel === 'other' && feed ? feed : channelNames[channel];
