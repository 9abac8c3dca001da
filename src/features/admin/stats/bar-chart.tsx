export interface Series {
  title: string;
  /** Oldest first; `day` is `YYYY-MM-DD`. */
  days: { day: string; count: number }[];
  format(count: number): string;
  note?: string;
}

const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dateLabel = (day: string): string => shortDate.format(new Date(day));

/** The sum of a series, its days as bars, and the same days as a table behind them. */
export function BarChart({ series }: { series: Series }) {
  const { title, days, format, note } = series;
  const sum = days.reduce((total, { count }) => total + count, 0);
  return (
    <figure className="flex flex-col rounded-2xl bg-white p-3 shadow-card sm:p-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold text-slate">{title}</span>
        {note && <span className="text-sm text-slate">{note}</span>}
        <span className="w-full text-2xl font-semibold text-deep tabular-nums wrap-anywhere">
          {format(sum)}
        </span>
      </figcaption>
      {sum === 0 ? (
        <p className="grid h-24 place-items-center text-center text-sm text-slate">
          Nothing in these days yet.
        </p>
      ) : (
        <Bars series={series} />
      )}
      <details className="mt-1 text-sm">
        <summary className="min-h-6 rounded py-1 font-medium text-gulf hover:underline">
          {title} by day
        </summary>
        <DayTable series={series} />
      </details>
    </figure>
  );
}

const height = 60;
const gap = 0.2;

/** A day without anything keeps a thin bar. */
function Bars({ series: { title, days, format } }: { series: Series }) {
  const highest = Math.max(...days.map(({ count }) => count));
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  const best = days.find(({ count }) => count === highest);
  return (
    <div className="mt-2">
      <svg
        role="img"
        aria-label={`${title} by day, ${dateLabel(first)} to ${dateLabel(last)}; most on ${dateLabel(best?.day ?? '')}: ${format(highest)}`}
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        className="block h-16 w-full text-lagoon"
      >
        {days.map(({ day, count }, at) => {
          const tall = Math.max(0.75, (count / highest) * height);
          return (
            <rect
              key={day}
              x={at + gap / 2}
              y={height - tall}
              width={1 - gap}
              height={tall}
              fill="currentColor"
              className="hover:text-gulf"
            >
              <title>{`${dateLabel(day)}: ${format(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div aria-hidden="true" className="flex flex-wrap justify-between pt-1 text-xs text-slate">
        <span>{dateLabel(first)}</span>
        <span className="max-sm:order-last max-sm:w-full">most {format(highest)}</span>
        <span>{dateLabel(last)}</span>
      </div>
    </div>
  );
}

function DayTable({ series: { title, days, format } }: { series: Series }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must reach what scrolls
    <section tabIndex={0} aria-label={`${title} by day`} className="mt-2 max-h-56 overflow-y-auto">
      <table className="w-full text-left">
        <thead className="sticky top-0 bg-white text-slate">
          <tr>
            <th scope="col" className="py-1 font-semibold">
              Day
            </th>
            <th scope="col" className="py-1 text-right font-semibold">
              {title}
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {days.toReversed().map(({ day, count }) => (
            <tr key={day} className="border-t border-dune/60">
              <th scope="row" className="py-1 font-normal whitespace-nowrap">
                {dateLabel(day)}
              </th>
              <td className="py-1 text-right">{format(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
