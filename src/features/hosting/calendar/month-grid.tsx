import { ChevronUp } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { SmallButton } from '../../../ui/small-button.tsx';
import {
  type CalendarEntry,
  describeSegment,
  isConflict,
  type Segment,
  shortPrice,
  toEntries,
  toSegments,
} from './entries.ts';
import type { CalendarProperty, LoadedCalendar } from './host-calendar.ts';
import { kindStyles, offSale } from './legend.tsx';
import { clampNight, toSpan } from './selection.ts';
import { formatMonth, formatMonthName, formatWeekday, type GridProps } from './timeline.tsx';
import { monthStart, weeksByMonth } from './url-state.ts';
import { useNightSelection } from './use-night-selection.ts';

interface MonthGridProps extends GridProps {
  property: CalendarProperty;
  /** Shows the weeks of the first month that are over; absent where none is left out. */
  showPast?: (() => void) | undefined;
}

/** One home by month: its weeks, and below them everything that takes its nights. */
export function MonthGrid({ property, showPast, ...props }: MonthGridProps) {
  const entries = useMemo(() => toEntries(property), [property]);
  const months = useMemo(() => weeksByMonth(property.days.map(({ date }) => date)), [property]);
  const [first] = months;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div>
        {first && (
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2 ref={heading} tabIndex={-1} className="text-xl text-deep">
              {formatMonth(first.month)}
            </h2>
            {showPast && (
              <SmallButton
                variant="bare"
                onClick={() => {
                  // The button goes, the heading stays.
                  heading.current?.focus();
                  showPast();
                }}
              >
                <ChevronUp aria-hidden="true" className="size-4" />
                Earlier in {formatMonthName(first.month)}
              </SmallButton>
            )}
          </div>
        )}
        <Weeks property={property} months={months} entries={entries} {...props} />
      </div>
      <EntryList entries={entries} openBlock={(id) => props.openBlock(property.slug, id)} />
    </div>
  );
}

interface WeeksProps extends GridProps {
  property: CalendarProperty;
  months: ReturnType<typeof weeksByMonth>;
  entries: readonly CalendarEntry[];
}

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
  PageUp: -28,
  PageDown: 28,
};

function Weeks({ property, months, entries, calendar, selection, select, proceed }: WeeksProps) {
  const { slug } = property;
  const days = useMemo(
    () => new Map(property.days.map((day) => [day.date, toSegments([day], entries)[0]])),
    [property, entries],
  );
  const dates = [...days.keys()];
  const [firstDay = '', lastDay = ''] = [dates[0], dates.at(-1)];
  const { focus, grid } = useNightSelection({
    selection,
    select,
    proceed,
    step({ night }, key) {
      if (key === 'Home' || key === 'End') return { slug, night: key === 'Home' ? firstDay : lastDay };
      const days = steps[key];
      if (days === undefined) return null;
      return { slug, night: clampNight(addDays(night, days), firstDay, lastDay) };
    },
  });
  const span = selection?.slug === slug ? toSpan(selection) : null;
  const preferred = days.has(calendar.today) ? calendar.today : firstDay;
  const tabStop = focus && days.has(focus.night) ? focus.night : preferred;
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells take the arrow keys
      role="grid"
      aria-label={`${property.title}, ${months.map(({ month }) => formatMonth(month)).join(' and ')}`}
      aria-multiselectable="true"
      className="w-full table-fixed self-start border-separate border-spacing-0.5"
      data-slug={slug}
      {...grid}
    >
      <thead>
        <tr>
          {months[0]?.weeks[0]?.map((date) => (
            <th key={date} scope="col" className="pb-1 text-sm font-semibold text-slate">
              {formatWeekday(date)}
            </th>
          ))}
        </tr>
      </thead>
      {months.map(({ month, weeks }, index) => (
        <tbody key={month}>
          {index > 0 && (
            <tr>
              <th
                scope="rowgroup"
                colSpan={7}
                className="pt-4 pb-2 text-left font-display text-xl font-normal text-deep"
              >
                {formatMonth(month)}
              </th>
            </tr>
          )}
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <MonthCell
                  key={date}
                  date={date}
                  segment={monthStart(date) === month ? days.get(date) : undefined}
                  calendar={calendar}
                  isSelected={span !== null && span.first <= date && date <= span.last}
                  isTabStop={date === tabStop}
                />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface MonthCellProps {
  date: string;
  /** `undefined` for a day of another month. */
  segment: Segment | undefined;
  calendar: LoadedCalendar;
  isSelected: boolean;
  isTabStop: boolean;
}

function MonthCell({ date, segment, calendar, isSelected, isTabStop }: MonthCellProps) {
  if (!segment) return <td />;
  const { entry, day } = segment;
  const isToday = date === calendar.today;
  const variant = entry ? kindStyles[entry.kind].bar : day.isFree ? 'bg-white' : offSale;
  const dayOfMonth = Number(date.slice(8));
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid, which its table is
      role="gridcell"
      data-night={date}
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isSelected}
      aria-current={isToday ? 'date' : undefined}
      className={`relative h-15 rounded-md p-1 align-top text-xs select-none focus-visible:outline-offset-1 sm:h-18 ${variant} ${isSelected ? 'z-1 ring-3 ring-gulf' : 'ring-1 ring-dune'}`}
    >
      <span className="unseen">
        {`${isToday ? 'Today. ' : ''}${entry ? `${formatDate(date)}: ` : ''}${describeSegment(segment, calendar.currency)}`}
      </span>
      <span aria-hidden="true" className="flex justify-between gap-1">
        <span className={`font-semibold ${isToday ? 'rounded bg-gulf px-1 text-white' : ''}`}>
          {dayOfMonth}
        </span>
        {isConflict(segment) && <strong className="rounded bg-white px-1 text-danger">!</strong>}
      </span>
      <span aria-hidden="true" className="block truncate">
        {entry ? entry.text : day.isFree ? shortPrice(day.price, calendar.currency) : '–'}
      </span>
      {!entry && day.isFree && day.minNights > 1 && <span aria-hidden="true">{`${day.minNights}+`}</span>}
    </td>
  );
}

/** The entries as text; each can be opened, even one that is hidden below another. */
function EntryList({
  entries,
  openBlock,
}: {
  entries: readonly CalendarEntry[];
  openBlock(id: string): void;
}) {
  const inOrder = entries.toSorted((a, b) => (a.first < b.first ? -1 : 1));
  return (
    <section aria-labelledby="taken-nights" className="min-w-0">
      <h2 id="taken-nights" className="mb-2 text-xl text-deep">
        Taken nights
      </h2>
      {inOrder.length === 0 && <p className="text-slate">Nobody has nights here yet.</p>}
      <ul className="grid gap-2">
        {inOrder.map(({ id, kind, code, description }) => (
          <li
            key={id}
            className="flex min-h-11 items-center gap-3 rounded-lg border border-dune bg-white p-2 text-sm"
          >
            <span aria-hidden="true" className={`h-7 w-4 shrink-0 rounded ${kindStyles[kind].bar}`} />
            {code ? (
              <Link to={`/admin/bookings/${code}`} className="min-w-0 font-semibold text-gulf underline">
                {description}
              </Link>
            ) : kind === 'block' ? (
              <button
                type="button"
                onClick={() => openBlock(id)}
                className="min-w-0 text-left font-semibold text-gulf underline"
              >
                {description}
              </button>
            ) : (
              <span className="min-w-0">{description}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
