import { ArrowDownRight, ArrowUpRight, Equal } from 'lucide-react';
import { formatMoney } from '../../../shared/money.ts';
import { currency } from '../../bookings/pricing/price.ts';
import { formatMonths, type Months } from '../reports/months.ts';
import { basis, changeInPercent, changeInPoints, type FigureChange, formatShare } from './comparison.ts';
import type { Figures, FigureTotals } from './contract.server.ts';

interface HeadlineProps {
  months: Months;
  totals: FigureTotals;
  /** Whether some of these nights may still be sold. */
  isOpen: boolean;
}

const money = (cents: number | null): string => (cents === null ? '–' : formatMoney(cents, currency));
const count = (value: number): string => value.toLocaleString('en-US');

interface Measure {
  title: string;
  pick(figures: Figures): number | null;
  format(value: number | null): string;
  change(now: number | null, before: number | null): FigureChange | null;
}

const measures: readonly Measure[] = [
  { title: 'Occupancy', pick: ({ occupancy }) => occupancy, format: formatShare, change: changeInPoints },
  { title: 'Rent', pick: ({ rent }) => rent, format: money, change: changeInPercent },
  {
    title: 'Nights sold',
    pick: ({ nightsSold }) => nightsSold,
    format: (nights) => count(nights ?? 0),
    change: changeInPercent,
  },
  {
    title: 'Average nightly rate',
    pick: ({ averageNightlyRate }) => averageNightlyRate,
    format: money,
    change: changeInPercent,
  },
];

/** Compares these months with last year's at a glance. */
export function Headline({ months, totals, isOpen }: HeadlineProps) {
  return (
    <section aria-labelledby="headline">
      <h2 id="headline" className="text-2xl text-deep">
        {formatMonths(months)}, beside last year
      </h2>
      <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {measures.map((measure) => (
          <MeasureCard key={measure.title} measure={measure} totals={totals} isOpen={isOpen} />
        ))}
      </ul>
      <MoreFigures totals={totals} />
    </section>
  );
}

const icons = { more: ArrowUpRight, less: ArrowDownRight, same: Equal };
const colors = { more: 'text-leaf', less: 'text-danger', same: 'text-slate' };

interface MeasureCardProps {
  measure: Measure;
  totals: FigureTotals;
  isOpen: boolean;
}

function MeasureCard({ measure: { title, pick, format, change }, totals, isOpen }: MeasureCardProps) {
  const before = pick(basis(totals, isOpen));
  const difference = change(pick(totals), before);
  const when = isOpen ? 'on this day last year' : 'last year';
  const Icon = difference ? icons[difference.direction] : null;
  return (
    <li className="rounded-2xl bg-white p-4 shadow-card sm:p-5">
      <p className="font-semibold text-slate">{title}</p>
      <p className="mt-1 text-3xl font-semibold text-deep tabular-nums wrap-anywhere">
        {format(pick(totals))}
      </p>
      {difference && Icon ? (
        <p className={`mt-2 flex items-start gap-1.5 font-semibold ${colors[difference.direction]}`}>
          <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <span>
            {difference.text} {difference.direction === 'same' ? 'as' : 'than'} {when} ({format(before)})
          </span>
        </p>
      ) : (
        <p className="mt-2 text-slate">Nothing {when} to compare with</p>
      )}
      {isOpen && (
        <p className="mt-1 text-sm text-slate">Last year in the end: {format(pick(totals.lastYear))}</p>
      )}
    </li>
  );
}

const oneDecimal = (value: number | null, unit: string): string =>
  value === null ? '–' : `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;

const directShare = ({ directNights, nightsSold }: Figures): string =>
  formatShare(nightsSold > 0 ? directNights / nightsSold : null);

function MoreFigures({ totals }: { totals: FigureTotals }) {
  const { lastYear } = totals;
  const rows: [title: string, now: string, before: string | null][] = [
    ['Rent for each night on sale', money(totals.revenuePerNight), money(lastYear.revenuePerNight)],
    [
      'Length of a stay',
      oneDecimal(totals.averageStay, 'nights'),
      oneDecimal(lastYear.averageStay, 'nights'),
    ],
    [
      'Booked ahead',
      oneDecimal(totals.averageDaysAhead, 'days'),
      oneDecimal(lastYear.averageDaysAhead, 'days'),
    ],
    ['Cancelled stays', count(totals.cancellations), count(lastYear.cancellations)],
    ['Nights sold by yourselves', directShare(totals), directShare(lastYear)],
    ['Stays that came through an agent', count(totals.agentBookings), null],
  ];
  return (
    <dl className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-8 rounded-2xl bg-sand px-4 py-2 sm:grid-cols-2 sm:px-5">
      {rows.map(([title, now, before]) => (
        <div key={title} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
          <dt className="text-slate">{title}</dt>
          <dd className="font-semibold text-deep tabular-nums">
            {now}
            {before !== null && <span className="font-normal text-slate"> · last year {before}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
