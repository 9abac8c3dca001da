/** Numbers of consecutive days. */
export interface Series {
  title: string;
  /** Oldest first; `day` is `YYYY-MM-DD`. */
  days: { day: string; count: number }[];
  /** How a number of it reads. */
  words(count: number): string;
  /** A few words beside the sum. */
  note?: string;
}

const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dateLabel = (day: string): string => shortDate.format(new Date(day));

/** One figure: its sum, its days as bars, and the same days as a table behind it. */
export function BarChart({ series }: { series: Series }) {
  const { title, days, words, note } = series;
  const sum = days.reduce((total, { count }) => total + count, 0);
  return (
    <figure className="flex flex-col rounded-2xl bg-white p-3 shadow-card sm:p-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold text-slate">{title}</span>
        {note && <span className="text-sm text-slate">{note}</span>}
        <span className="w-full text-2xl font-semibold text-deep tabular-nums wrap-anywhere">
          {words(sum)}
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

/** Bars from a common ground; a day without anything keeps a hair's breadth. */
function Bars({ series: { title, days, words } }: { series: Series }) {
  const most = Math.max(...days.map(({ count }) => count));
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  const best = days.find(({ count }) => count === most);
  return (
    <div className="mt-2">
      <svg
        role="img"
        aria-label={`${title} by day, ${dateLabel(first)} to ${dateLabel(last)}; most on ${dateLabel(best?.day ?? '')}: ${words(most)}`}
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        className="block h-16 w-full text-lagoon"
      >
        {days.map(({ day, count }, at) => {
          const tall = Math.max(0.75, (count / most) * height);
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
              <title>{`${dateLabel(day)}: ${words(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div aria-hidden="true" className="flex flex-wrap justify-between pt-1 text-xs text-slate">
        <span>{dateLabel(first)}</span>
        <span className="max-sm:order-last max-sm:w-full">most {words(most)}</span>
        <span>{dateLabel(last)}</span>
      </div>
    </div>
  );
}

/** The same numbers to read, the newest first. */
function DayTable({ series: { title, days, words } }: { series: Series }) {
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
              <td className="py-1 text-right">{words(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
