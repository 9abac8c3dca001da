import { useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { useQuery } from '../../../ui/loading/use-query.ts';
import { statsClient } from '../../analytics/client.ts';
import type { DayStats } from '../../analytics/visits/stats.schema.server.ts';
import { BarChart, type Series } from './bar-chart.tsx';

const usualRange = 30;

/** How the site does: visitors, inquiries, purchases and revenue of the last days. */
export function StatsPanel() {
  const [range, setRange] = useState<number>(usualRange);
  const { value, failure, busy, retry } = useQuery(String(range), (signal) =>
    statsClient().stats(range, signal),
  );
  // A server that does not count.
  if (failure instanceof ApiError && failure.status === 404) return null;
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
      {failure && !busy ? (
        <div role="alert" className="flex flex-wrap items-center gap-4 rounded-2xl bg-white p-4">
          <p className="text-danger">{failure.message}</p>
          <Button look="quiet" onClick={retry}>
            Retry
          </Button>
        </div>
      ) : value ? (
        <ul aria-busy={busy} className="grid grid-cols-2 items-start gap-3 xl:grid-cols-4">
          {toSeries(value.days).map((series) => (
            <li key={series.title} className="min-w-0">
              <BarChart series={series} />
            </li>
          ))}
        </ul>
      ) : (
        <div className="grid h-60 place-items-center xl:h-44">
          <Spinner label="Loading your numbers..." />
        </div>
      )}
    </section>
  );
}

const plain = (count: number): string => count.toLocaleString('en-US');

/** The plots of the dashboard; one of revenue for each currency, and one of dollars before there is any. */
function toSeries(days: DayStats[]): Series[] {
  const of = (title: string, pick: (day: DayStats) => number, words = plain): Series => ({
    title,
    words,
    days: days.map((day) => ({ day: day.day, count: pick(day) })),
  });
  const views = days.reduce((sum, day) => sum + day.views, 0);
  const found = [...new Set(days.flatMap(({ revenueCents }) => Object.keys(revenueCents)))].sort();
  const currencies = found.length > 0 ? found : ['usd'];
  return [
    {
      ...of('Visitors', (day) => day.visitors),
      note: `${plain(views)} page ${views === 1 ? 'view' : 'views'}`,
    },
    of('Inquiries', (day) => day.inquiries),
    of('Purchases', (day) => day.purchases),
    ...currencies.map((currency) =>
      of(
        currencies.length > 1 ? `Revenue in ${currency.toUpperCase()}` : 'Revenue',
        (day) => day.revenueCents[currency] ?? 0,
        (cents) => formatMoney(cents, currency),
      ),
    ),
  ];
}
