import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { todayAtProperty } from '../../../shared/dates.ts';
import { textParam, urlState } from '../../../shared/http/url-state.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { useUrlState } from '../../../ui/browser/use-url-query.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { bothLoaded, Loaded } from '../../../ui/lists/loaded.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { saveFile } from '../../admin/export/use-csv-download.ts';
import { listPageClass } from '../../admin/shell/page-class.ts';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { type HomesInView, homesInViewParams } from '../../listings/home-pages.ts';
import { everyHomeQuery } from '../../listings/queries.ts';
import { MonthRange } from '../reports/month-range.tsx';
import { addMonths, inOrder, type Months, monthsUrl } from '../reports/months.ts';
import { figureCalls } from './calls.ts';
import { BooksChart, OccupancyChart, RentChart, SourcesChart } from './charts.tsx';
import type { FigureReport, FiguresQuery, SentFiguresPageQuery } from './contract.server.ts';
import { Headline } from './headline.tsx';
import { HomesSection } from './homes-section.tsx';

const figuresQuery = (query: SentFiguresPageQuery) =>
  queryOptions({
    queryKey: ['figures', query],
    queryFn: ({ signal }) => figureCalls.read({ query, signal }),
    placeholderData: keepPreviousData,
  });

const monthsAhead = 6;

interface FiguresUrl extends FiguresQuery, HomesInView {}

/** The screen's state in the URL: the months, or this year; a home, or all; and which homes are in view. */
function useFiguresUrl(year: string) {
  const months = monthsUrl({ from: `${year}-01`, to: `${year}-12` });
  const url = urlState<FiguresUrl>(
    { ...months, property: textParam(undefined), ...homesInViewParams },
    inOrder,
  );
  return useUrlState(url, { replace: true, preventScrollReset: true });
}

export const meta = () => screenMeta('Figures');

export default function FiguresScreen() {
  const thisMonth = todayAtProperty(new Date()).slice(0, 7);
  const [{ search, page, ...query }, change] = useFiguresUrl(thisMonth.slice(0, 4));
  const figures = useQuery(figuresQuery({ ...query, page: String(page), search: search || undefined }));
  const books = useQuery(
    figuresQuery({ from: thisMonth, to: addMonths(thisMonth, monthsAhead - 1), property: query.property }),
  );
  return (
    <div className={`${listPageClass} grid grid-cols-[minmax(0,1fr)] gap-6`}>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-2xl text-deep sm:text-3xl">Figures</h1>
          <p className="mt-1 text-slate">
            How full the homes are and what they bring, beside the year before.
          </p>
        </div>
        <Download query={query} />
      </div>
      <MonthRange
        months={query}
        thisMonth={thisMonth}
        ranges={usualRanges(thisMonth)}
        choose={(edit) => change((latest) => ({ ...latest, ...edit(latest) }))}
      />
      <PropertySelect
        value={query.property}
        choose={(property) => change(({ from, to }) => ({ from, to, property }))}
      />
      <Loaded query={bothLoaded(figures, books)}>
        {([report, ahead]) => (
          <div
            aria-busy={figures.isPlaceholderData || books.isPlaceholderData}
            className="grid grid-cols-[minmax(0,1fr)] gap-6"
          >
            <Report
              report={report}
              books={ahead}
              isOpen={query.to >= thisMonth}
              homes={
                query.property === undefined && (
                  <HomesSection
                    homes={report.properties}
                    search={search}
                    page={page}
                    pages={report.pages}
                    find={(text) => change((latest) => ({ ...latest, search: text, page: 1 }))}
                    goTo={(next) => change((latest) => ({ ...latest, page: next }))}
                  />
                )
              }
            />
          </div>
        )}
      </Loaded>
    </div>
  );
}

/** Summer is the one under way or the next. */
function usualRanges(thisMonth: string): [label: string, months: Months][] {
  const year = Number(thisMonth.slice(0, 4));
  const summer = thisMonth.slice(5) > '08' ? year + 1 : year;
  return [
    ['This year', { from: `${year}-01`, to: `${year}-12` }],
    [`Summer ${summer}`, { from: `${summer}-06`, to: `${summer}-08` }],
    ['Next 6 months', { from: thisMonth, to: addMonths(thisMonth, monthsAhead - 1) }],
    ['Last 12 months', { from: addMonths(thisMonth, -12), to: addMonths(thisMonth, -1) }],
  ];
}

interface ReportProps {
  report: FigureReport;
  books: FigureReport;
  isOpen: boolean;
  homes: ReactNode;
}

function Report({ report: { months, totals }, books, isOpen, homes }: ReportProps) {
  const [first, last] = [months[0], months.at(-1)];
  if (books.properties.length === 0 || !first || !last)
    return <p className="text-slate">There are no homes yet. Their figures will stand here.</p>;
  return (
    <>
      <Headline months={{ from: first.month, to: last.month }} totals={totals} isOpen={isOpen} />
      <OccupancyChart rows={months} />
      <RentChart rows={months} />
      <BooksChart rows={books.months} />
      <SourcesChart rows={months} />
      {homes}
      <Notes />
    </>
  );
}

const notes = [
  'A night counts in its own month: a stay over the end of a month is split, with its rent in the proportion of its nights’ prices. How long stays are, how far ahead they were booked and how many were cancelled counts in the month of the check-in.',
  'On sale is every night from the day on which you added the home, less those that you or another channel closed and nobody bought. Sold are confirmed stays and the reservations in other channels’ calendars.',
  'Rent is what is left after discounts and promotions, without fees and taxes, of stays booked with you: calendars of other channels name no prices. Extras are what was added to these stays, before taxes, in the month of the check-in.',
  '“On this day last year” is what was booked, and not yet cancelled, at the end of this day a year ago. Stays that were moved count as they stood then.',
];

const Notes = () => (
  <details className="text-sm text-slate">
    <summary className="min-h-11 py-2.5 font-semibold text-gulf hover:underline">How it was counted</summary>
    <ul className="grid list-disc gap-2 pl-5">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  </details>
);

interface PropertySelectProps {
  value: string | undefined;
  choose(property: string | undefined): void;
}

function PropertySelect({ value, choose }: PropertySelectProps) {
  const { data: properties = [] } = useQuery(everyHomeQuery);
  const isOption = value === undefined || properties.some(({ slug }) => slug === value);
  return (
    <Field label="Home" size="small" className="max-w-sm">
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={(event) => choose(event.target.value || undefined)}
        >
          <option value="">All homes</option>
          {properties.map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
          {!isOption && <option value={value}>{value}</option>}
        </select>
      )}
    </Field>
  );
}

function Download({ query }: { query: FiguresQuery }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');
  async function save(): Promise<void> {
    setIsBusy(true);
    setError('');
    try {
      saveFile(await figureCalls.csv({ query }), `figures-${query.from}-to-${query.to}.csv`);
    } catch (thrown) {
      setError((thrown as Error).message);
    }
    setIsBusy(false);
  }
  return (
    <div className="grid gap-3">
      <SmallButton
        className="min-h-11! justify-self-end"
        disabled={isBusy}
        aria-label="Download the figures as CSV"
        onClick={() => void save()}
      >
        <FileSpreadsheet aria-hidden="true" className="size-4" />
        {isBusy ? 'Making…' : 'CSV'}
      </SmallButton>
      {error && <ErrorAlert>{error}</ErrorAlert>}
    </div>
  );
}
