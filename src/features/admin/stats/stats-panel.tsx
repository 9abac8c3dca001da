import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Loaded, RetryAlert } from '../../../ui/lists/loaded.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import type { DayStats } from '../../analytics/contract.server.ts';
import { statsQuery } from '../calls/queries.ts';
import { BarChart, type Series } from './bar-chart.tsx';

const defaultRange = 30;

export function StatsPanel() {
  const [range, setRange] = useState<number>(defaultRange);
  const stats = useQuery(statsQuery(range));
  // An older server has no stats.
  if (stats.error instanceof ApiError && stats.error.status === 404) return null;
  return (
    <section aria-labelledby="numbers" className="border-b border-dune bg-sand/60 px-4 py-5 sm:px-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="numbers" className="text-2xl text-deep">
            Your numbers
          </h2>
          <p className="text-sm text-slate">
            Days at the beach (Central Time), today included. A visitor counts once a day, without cookies.
          </p>
        </div>
        <fieldset className="flex gap-1 rounded-lg bg-white p-1 shadow-card">
          <legend className="unseen">Days to look at</legend>
          {[7, 30, 90].map((days) => (
            <button
              key={days}
              type="button"
              aria-pressed={range === days}
              onClick={() => setRange(days)}
              className="min-h-9 rounded-md px-3 text-sm font-semibold text-slate hover:text-gulf aria-pressed:bg-gulf aria-pressed:text-white"
            >
              {days} days
            </button>
          ))}
        </fieldset>
      </div>
      <Loaded
        query={stats}
        pending={
          <div className="grid h-60 place-items-center xl:h-44">
            <Spinner label="Loading your numbers..." />
          </div>
        }
        failed={(problem) => (
          <div className="rounded-2xl bg-white p-4">
            <RetryAlert {...problem} />
          </div>
        )}
      >
        {({ days }) => (
          <ul
            aria-busy={stats.isPlaceholderData}
            className="grid grid-cols-2 items-start gap-3 xl:grid-cols-4"
          >
            {toSeries(days).map((series) => (
              <li key={series.title} className="min-w-0">
                <BarChart series={series} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

const formatCount = (count: number): string => count.toLocaleString('en-US');

/** One series of revenue for each currency, and one of dollars before there is any. */
function toSeries(days: DayStats[]): Series[] {
  const series = (title: string, pick: (day: DayStats) => number, format = formatCount): Series => ({
    title,
    format,
    days: days.map((day) => ({ day: day.day, count: pick(day) })),
  });
  const views = days.reduce((sum, day) => sum + day.views, 0);
  const used = [...new Set(days.flatMap(({ revenueCents }) => Object.keys(revenueCents)))].sort();
  const currencies = used.length > 0 ? used : ['usd'];
  return [
    {
      ...series('Visitors', (day) => day.visitors),
      note: `${formatCount(views)} page ${views === 1 ? 'view' : 'views'}`,
    },
    series('Inquiries', (day) => day.inquiries),
    series('Purchases', (day) => day.purchases),
    ...currencies.map((currency) =>
      series(
        currencies.length > 1 ? `Revenue in ${currency.toUpperCase()}` : 'Revenue',
        (day) => day.revenueCents[currency] ?? 0,
        (cents) => formatMoney(cents, currency),
      ),
    ),
  ];
}
