import type { Channel } from '../../../db/schema/channel-feeds.ts';
import { channels } from '../../channels/feed.ts';
import type { Figures } from './contract.server.ts';

/** The sums over a period; money in cents. */
export interface Sums {
  nightsOnSale: number;
  directNights: number;
  channelNights: Record<Channel, number>;
  rent: number;
  /** Extras of the stays that check in. */
  extras: number;
  /** Direct stays that check in, with all their nights and how many days ahead they were booked. */
  stays: number;
  stayNights: number;
  daysAhead: number;
  cancellations: number;
}

export const noSums = (): Sums => ({
  nightsOnSale: 0,
  directNights: 0,
  channelNights: { airbnb: 0, vrbo: 0, booking_com: 0, other: 0 },
  rent: 0,
  extras: 0,
  stays: 0,
  stayNights: 0,
  daysAhead: 0,
  cancellations: 0,
});

/** Adds `sums` to `total` in place, since thousands of rows are added. */
export function addSums(total: Sums, sums: Sums): void {
  total.nightsOnSale += sums.nightsOnSale;
  total.directNights += sums.directNights;
  for (const channel of channels) total.channelNights[channel] += sums.channelNights[channel];
  total.rent += sums.rent;
  total.extras += sums.extras;
  total.stays += sums.stays;
  total.stayNights += sums.stayNights;
  total.daysAhead += sums.daysAhead;
  total.cancellations += sums.cancellations;
}

const precision = 1_000_000;

const ratio = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * precision) / precision : null;

const centsEach = (cents: number, count: number): number | null =>
  count > 0 ? Math.round(cents / count) : null;

export function toFigures(sums: Sums): Figures {
  const { nightsOnSale, directNights, channelNights, rent, stays } = sums;
  const nightsSold = channels.reduce((nights, channel) => nights + channelNights[channel], directNights);
  return {
    nightsOnSale,
    nightsSold,
    directNights,
    channelNights,
    // Two channels may have sold the same night.
    occupancy: ratio(Math.min(nightsSold, nightsOnSale), nightsOnSale),
    rent,
    extras: sums.extras,
    averageNightlyRate: centsEach(rent, directNights),
    revenuePerNight: centsEach(rent, nightsOnSale),
    averageStay: ratio(sums.stayNights, stays),
    averageDaysAhead: ratio(sums.daysAhead, stays),
    cancellations: sums.cancellations,
  };
}
