import type { Channel } from '../../db/schema/channel-feeds.ts';

export const channelNames: Record<Channel, string> = {
  airbnb: 'Airbnb',
  vrbo: 'Vrbo',
  booking_com: 'Booking.com',
  other: 'another channel',
};

const isChannel = (name: string): name is Channel => Object.hasOwn(channelNames, name);

/** A guest by name, or the channel that sold the stay, as hosts call it. */
export const guestLabel = (name: string): string =>
  isChannel(name) ? `a guest of ${channelNames[name]}` : name;

/** `Airbnb`; of a channel without a name of its own that of its feed. */
export const channelLabel = (channel: Channel, feed: string | null): string =>
  channel === 'other' && feed ? feed : channelNames[channel];
