import { TriangleAlert } from 'lucide-react';
import { type MouseEvent, memo, useMemo } from 'react';
import { addDays, isWeekendNight } from '../../../shared/nights.ts';
import { useDelegatedLinks } from '../../../ui/browser/use-delegated-links.ts';
import type { ChosenNights } from '../rates/nights-fields.tsx';
import { describeSegment, formatNight, isConflict, type Segment, toEntries, toSegments } from './entries.ts';
import type { CalendarProperty, LoadedCalendar } from './host-calendar.ts';
import { kindStyles, offSale } from './legend.tsx';
import { clampNight, type Selection, toSpan } from './selection.ts';
import { useNightSelection } from './use-night-selection.ts';

export interface GridProps {
  calendar: LoadedCalendar;
  selection: Selection | null;
  select(selection: Selection | null): void;
  proceed(): void;
  openBlock(slug: string, id: string): void;
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const weekdayName = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const bareMonthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
const shortMonthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const formatShortMonth = (date: string): string => shortMonthName.format(new Date(date));

export const formatMonth = (date: string): string => monthName.format(new Date(date));
/** `November`, without its year. */
export const formatMonthName = (date: string): string => bareMonthName.format(new Date(date));
export const formatWeekday = (date: string): string => weekdayName.format(new Date(date));

/** All homes by day: a row for each home, sideways in its own frame. */
export function Timeline({ calendar, selection, select, proceed, openBlock }: GridProps) {
  const { properties, today, currency } = calendar;
  const days = useMemo(() => (properties[0]?.days ?? []).map(({ date }) => date), [properties]);
  const [firstDay = '', lastDay = ''] = [days[0], days.at(-1)];
  const slugs = properties.map(({ slug }) => slug);
  const { focus, grid } = useNightSelection({
    selection,
    select,
    proceed,
    step({ slug, night, last }, key) {
      const row = slugs.indexOf(slug);
      const targets: Record<string, { slug: string | undefined; night: string }> = {
        ArrowLeft: { slug, night: addDays(night, -1) },
        ArrowRight: { slug, night: addDays(last, 1) },
        ArrowUp: { slug: slugs[row - 1], night },
        ArrowDown: { slug: slugs[row + 1], night },
        PageUp: { slug, night: addDays(night, -7) },
        PageDown: { slug, night: addDays(last, 7) },
        Home: { slug, night: firstDay },
        End: { slug, night: lastDay },
      };
      const target = targets[key];
      if (!target?.slug) return null;
      return { slug: target.slug, night: clampNight(target.night, firstDay, lastDay) };
    },
  });
  const followLink = useDelegatedLinks();
  const gridHandlers = {
    ...grid,
    onClick(event: MouseEvent) {
      grid.onClick(event);
      followLink(event);
    },
  };
  const span = selection && toSpan(selection);
  const tabStop = focus && slugs.includes(focus.slug) && days.includes(focus.night) ? focus : null;
  return (
    <div className="overflow-x-auto scroll-pl-30 rounded-xl border border-dune bg-white sm:scroll-pl-48">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells take the arrow keys
        role="grid"
        aria-label="Homes by day"
        aria-multiselectable="true"
        aria-rowcount={calendar.allProperties.length + headRows}
        className={`table-fixed border-separate border-spacing-0 ${timelineWidth}`}
        {...gridHandlers}
      >
        <TimelineHead days={days} today={today} />
        <tbody className="text-center text-sm leading-tight font-semibold whitespace-pre-line tabular-nums select-none">
          {properties.map((property, row) => (
            <TimelineRow
              key={property.id}
              rowIndex={row + headRows + 1}
              property={property}
              today={today}
              currency={currency}
              openBlock={openBlock}
              span={selection?.slug === property.slug ? span : null}
              tabStop={
                tabStop
                  ? tabStop.slug === property.slug
                    ? tabStop.night
                    : null
                  : row === 0
                    ? firstDay
                    : null
              }
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Sixty days of 3.5 rem beside the names: a width of its own lets the browser draw without measuring each cell. */
const timelineWidth = 'w-[217.5rem] sm:w-[222rem]';

/** Fewer days are narrower than a month's name and its year. */
const daysOfLongName = 4;

const stickyHead = 'sticky left-0 z-20 border-r border-b border-dune bg-white px-3 text-left select-text';

const TimelineHead = memo(function TimelineHead({ days, today }: { days: readonly string[]; today: string }) {
  const months = [...Map.groupBy(days, (date) => date.slice(0, 7))];
  return (
    <thead className="text-sm text-slate">
      <tr>
        <td className={`${stickyHead} w-30 sm:w-48`} />
        {months.map(([month, group]) => (
          <th
            key={month}
            scope="colgroup"
            colSpan={group.length}
            className="border-r border-dune py-1.5 text-left"
          >
            <span className="sticky left-30 px-3 font-display text-base font-normal whitespace-nowrap text-deep sm:left-48">
              {(group.length < daysOfLongName ? formatShortMonth : formatMonth)(`${month}-01`)}
            </span>
          </th>
        ))}
      </tr>
      <tr>
        <th scope="col" className={`${stickyHead} font-semibold`}>
          Home
        </th>
        {days.map((date) => (
          <th
            key={date}
            scope="col"
            aria-current={date === today ? 'date' : undefined}
            className={`border-r border-b border-dune py-1 font-normal ${date === today ? 'bg-gulf text-white' : isWeekendNight(date) ? 'bg-sand' : ''}`}
          >
            <span className="block text-xs">{date === today ? 'Today' : formatWeekday(date)}</span>
            <span className="block font-semibold tabular-nums">{Number(date.slice(8))}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
});

/** Months and days. */
const headRows = 2;

interface TimelineRowProps extends Pick<GridProps, 'openBlock'> {
  /** The row's number, counted from 1 at the head: more rows are loaded as one scrolls. */
  rowIndex: number;
  property: CalendarProperty;
  today: string;
  currency: string;
  span: ChosenNights | null;
  /** The night whose cell the Tab key reaches. */
  tabStop: string | null;
}

const TimelineRow = memo(
  function TimelineRow({ property, rowIndex, today, currency, span, tabStop, openBlock }: TimelineRowProps) {
    const segments = useMemo(() => toSegments(property.days, toEntries(property)), [property]);
    return (
      <tr className="h-14" data-slug={property.slug} aria-rowindex={rowIndex}>
        <th scope="row" className={stickyHead}>
          <a
            href={`?home=${encodeURIComponent(property.slug)}&from=${property.days[0]?.date ?? ''}`}
            className={`font-semibold text-gulf hover:underline ${property.isListed ? 'line-clamp-2' : 'line-clamp-1'}`}
            title={property.title}
          >
            {property.title}
          </a>
          {!property.isListed && <span className="block text-xs font-normal text-slate">Not listed</span>}
        </th>
        {segments.map((segment) => (
          <NightCell
            key={segment.first}
            slug={property.slug}
            segment={segment}
            today={today}
            currency={currency}
            openBlock={openBlock}
            isSelected={span !== null && segment.first <= span.last && span.first <= segment.last}
            isTabStop={tabStop !== null && segment.first <= tabStop && tabStop <= segment.last}
          />
        ))}
      </tr>
    );
  },
  (before, after) =>
    before.property === after.property &&
    before.rowIndex === after.rowIndex &&
    before.today === after.today &&
    before.tabStop === after.tabStop &&
    before.span?.first === after.span?.first &&
    before.span?.last === after.span?.last,
);

interface NightCellProps {
  slug: string;
  segment: Segment;
  currency: string;
  today: string;
  isSelected: boolean;
  isTabStop: boolean;
  openBlock(slug: string, id: string): void;
}

/** Short, as the rest is inherited from the grid's body: a thousand cells draw faster with fewer classes and attributes. */
const cellClass = 'border-r border-b border-dune p-0 focus-visible:-outline-offset-3';

/** One free night, or all nights of one entry in the range. */
function NightCell(props: NightCellProps) {
  const { segment, currency, today, isSelected, isTabStop } = props;
  const { entry, first, last, length, day } = segment;
  const isToday = first <= today && today <= last;
  const label = `${isToday ? 'Today. ' : ''}${describeSegment(segment, currency)}`;
  const variant = isSelected ? 'bg-glass ring-2 ring-gulf ring-inset' : entry || day.isFree ? '' : offSale;
  const hasWidget = entry?.code !== undefined || entry?.kind === 'block';
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid, which its table is
      role="gridcell"
      colSpan={length > 1 ? length : undefined}
      data-night={first}
      data-last={length > 1 ? last : undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isSelected}
      aria-current={isToday ? 'date' : undefined}
      aria-label={hasWidget ? undefined : label}
      className={`${cellClass} ${variant} ${isToday && !entry ? 'border-l-3 border-l-lagoon' : ''}`}
    >
      {entry ? <Bar {...props} label={label} /> : day.isFree ? formatNight(day, currency, '\n') : '–'}
    </td>
  );
}

interface BarProps extends Pick<NightCellProps, 'slug' | 'segment' | 'openBlock'> {
  label: string;
}

/** An entry that occupies nights: a booking links to its page, closed nights can be opened. */
function Bar({ slug, segment, label, openBlock }: BarProps) {
  const { entry } = segment;
  if (!entry) return null;
  const content = isConflict(segment) ? (
    <>
      <TriangleAlert
        aria-hidden="true"
        className="mr-1 inline size-4 rounded bg-white align-middle text-danger"
      />
      {entry.text}
    </>
  ) : (
    entry.text
  );
  const shared = {
    title: entry.description,
    className: `mx-0.5 block h-11 w-[calc(100%-4px)] content-center truncate rounded-md px-1.5 text-left text-xs ${kindStyles[entry.kind].bar}`,
  };
  if (entry.code)
    return (
      <a {...shared} tabIndex={-1} aria-label={label} href={`/admin/bookings/${entry.code}`}>
        {content}
      </a>
    );
  if (entry.kind === 'block')
    return (
      <button
        {...shared}
        type="button"
        tabIndex={-1}
        aria-label={label}
        onClick={() => openBlock(slug, entry.id)}
      >
        {content}
      </button>
    );
  return <span {...shared}>{content}</span>;
}
