import { formatMoney } from '../../../shared/money.ts';
import { currency } from '../../bookings/pricing/price.ts';
import { channels } from '../../channels/feed.ts';
import type { ChartSeries } from './chart.tsx';
import { ChartSection } from './chart-section.tsx';
import { formatShare } from './comparison.ts';
import type { MonthFigures } from './contract.server.ts';
import { formatMoneyTick } from './money-tick.ts';

const toMonths = (rows: readonly MonthFigures[]) => rows.map(({ month }) => month);
const count = (value: number): string => value.toLocaleString('en-US');
const money = (cents: number): string => formatMoney(cents, currency);
const channelTitles = {
  airbnb: 'Airbnb',
  vrbo: 'Vrbo',
  booking_com: 'Booking.com',
  other: 'Other channels',
};

const nothing = 'Nothing was sold in these months.';

interface MonthsProps {
  rows: readonly MonthFigures[];
}

export function OccupancyChart({ rows }: MonthsProps) {
  return (
    <ChartSection
      id="occupancy"
      title="Occupancy"
      lead="Nights sold of the nights that were on sale, by us and by channels."
      format={formatShare}
      empty={nothing}
      chart={{
        months: toMonths(rows),
        max: 1,
        formatTick: formatShare,
        series: [
          { title: 'These months', style: 'sold', values: rows.map(({ occupancy }) => occupancy) },
          {
            title: 'A year before',
            style: 'lastYear',
            values: rows.map(({ lastYear }) => lastYear.occupancy),
          },
        ],
      }}
    />
  );
}

export function RentChart({ rows }: MonthsProps) {
  return (
    <ChartSection
      id="rent"
      title="Rent"
      lead="Of nights that guests booked with us, after discounts and promotions, without fees and taxes."
      format={money}
      empty="No guest booked with us in these months."
      chart={{
        months: toMonths(rows),
        formatTick: formatMoneyTick,
        series: [
          { title: 'These months', style: 'sold', values: rows.map(({ rent }) => rent) },
          { title: 'A year before', style: 'lastYear', values: rows.map(({ lastYear }) => lastYear.rent) },
        ],
      }}
    />
  );
}

/** @param rows of the months to come */
export function BooksChart({ rows }: MonthsProps) {
  return (
    <ChartSection
      id="books"
      title="On the books"
      lead="Nights sold of the next six months, whatever months are chosen above."
      format={count}
      empty="Nothing of the next six months is sold yet."
      chart={{
        months: toMonths(rows),
        formatTick: count,
        series: [
          { title: 'Today', style: 'sold', values: rows.map(({ nightsSold }) => nightsSold) },
          {
            title: 'On this day last year',
            style: 'books',
            values: rows.map(({ onTheBooks }) => onTheBooks.nightsSold),
          },
          {
            title: 'Last year in the end',
            style: 'lastYear',
            values: rows.map(({ lastYear }) => lastYear.nightsSold),
          },
        ],
      }}
    />
  );
}

export function SourcesChart({ rows }: MonthsProps) {
  const series: ChartSeries[] = [
    { title: 'Booked with us', style: 'sold', values: rows.map(({ directNights }) => directNights) },
    ...channels.map((channel) => ({
      title: channelTitles[channel],
      style: channel,
      values: rows.map(({ channelNights }) => channelNights[channel]),
    })),
  ];
  return (
    <ChartSection
      id="sources"
      title="Where nights come from"
      lead="Nights sold by us and by each channel."
      format={count}
      empty={nothing}
      chart={{
        months: toMonths(rows),
        isStacked: true,
        formatTick: count,
        // Channels that sold nothing would only fill the legend.
        series: series.filter(({ values }, at) => at === 0 || values.some((value) => value)),
      }}
    />
  );
}
