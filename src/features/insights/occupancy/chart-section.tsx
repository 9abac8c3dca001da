import { type ReportColumn, ReportTable } from '../../admin/shell/report-table.tsx';
import { formatMonth } from '../reports/months.ts';
import { Chart, type ChartData, Swatch } from './chart.tsx';

interface ChartSectionProps {
  id: string;
  title: string;
  lead: string;
  chart: ChartData;
  /** A value in the table. */
  format(value: number): string;
  /** The text in place of an empty chart. */
  empty: string;
}

/** A chart with its legend, and a table with the same data. */
export function ChartSection({ id, title, lead, chart, format, empty }: ChartSectionProps) {
  const isEmpty = chart.series.every(({ values }) => values.every((value) => !value));
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-2xl bg-white p-4 shadow-card sm:p-6">
      <h2 id={id} className="text-2xl text-deep">
        {title}
      </h2>
      <p className="mt-1 text-sm text-slate">{lead}</p>
      {isEmpty ? (
        <p className="mt-5 text-slate">{empty}</p>
      ) : (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="min-w-0">
            <Legend chart={chart} />
            <Chart label={describe(title, chart, format)} {...chart} />
          </div>
          <Values caption={`${title}, as a table`} chart={chart} format={format} />
        </div>
      )}
    </section>
  );
}

const Legend = ({ chart }: { chart: ChartData }) => (
  <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink">
    {chart.series.map(({ title, style }) => (
      <li key={title} className="flex items-center gap-2">
        <Swatch of={style} />
        {title}
      </li>
    ))}
  </ul>
);

interface ValuesProps {
  caption: string;
  chart: ChartData;
  format(value: number): string;
}

function Values({ caption, chart: { months, series }, format }: ValuesProps) {
  const columns: ReportColumn<number>[] = [
    { title: 'Month', cell: (at) => formatMonth(months[at] ?? '') },
    ...series.map(({ title, values }) => ({
      title,
      isAmount: true,
      cell: (at: number) => formatValue(values[at], format),
    })),
  ];
  return (
    <div className="max-h-128 min-w-0 overflow-y-auto">
      <ReportTable
        caption={caption}
        columns={columns}
        rows={months.map((_, at) => at)}
        rowKey={(at) => months[at] ?? ''}
      />
    </div>
  );
}

const formatValue = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);

/** The highest month of each series; the rest is in the table. */
function describe(title: string, { months, series }: ChartData, format: (value: number) => string): string {
  const peaks = series.map(({ title: name, values }) => {
    const highest = Math.max(...values.map((value) => value ?? 0));
    const month = months[values.indexOf(highest)];
    return month === undefined || highest === 0
      ? `${name}: none`
      : `${name}: most in ${formatMonth(month)}, ${format(highest)}`;
  });
  return `${title}. ${peaks.join('. ')}. The table beside it has every month.`;
}
