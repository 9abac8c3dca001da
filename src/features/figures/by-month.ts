import type { Channel } from '../../db/schema/channel-feeds.ts';
import { channels } from '../channels/feed.ts';
import type { FigureRow, Figures } from './contract.server.ts';

/** What adds up over homes. */
interface MonthSums {
  nightsOnSale: number;
  nightsSold: number;
  directNights: number;
  channelNights: Record<Channel, number>;
  rent: number;
}

/** One month of all homes, beside the same month of the year before. */
export interface MonthFigures extends MonthSums {
  /** `YYYY-MM` */
  month: string;
  lastYear: MonthSums;
  onTheBooks: MonthSums;
}

const noMonth = (): MonthSums => ({
  nightsOnSale: 0,
  nightsSold: 0,
  directNights: 0,
  channelNights: { airbnb: 0, vrbo: 0, booking_com: 0, other: 0 },
  rent: 0,
});

function add(sums: MonthSums, figures: Figures): void {
  sums.nightsOnSale += figures.nightsOnSale;
  sums.nightsSold += figures.nightsSold;
  sums.directNights += figures.directNights;
  for (const channel of channels) sums.channelNights[channel] += figures.channelNights[channel];
  sums.rent += figures.rent;
}

/** Adds up the homes of each month, in the order of the rows. */
export function byMonth(rows: readonly FigureRow[]): MonthFigures[] {
  const months = new Map<string, MonthFigures>();
  for (const row of rows) {
    const sums = months.get(row.month) ?? {
      month: row.month,
      ...noMonth(),
      lastYear: noMonth(),
      onTheBooks: noMonth(),
    };
    add(sums, row);
    add(sums.lastYear, row.lastYear);
    add(sums.onTheBooks, row.onTheBooks);
    months.set(row.month, sums);
  }
  return [...months.values()];
}

/** From 0 to 1; `null` without nights on sale. */
export const toOccupancy = ({
  nightsSold,
  nightsOnSale,
}: Pick<MonthSums, 'nightsSold' | 'nightsOnSale'>): number | null =>
  nightsOnSale > 0 ? Math.min(1, nightsSold / nightsOnSale) : null;
