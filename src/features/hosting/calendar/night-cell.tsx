import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { describeSegment, isConflict, type Segment, shortPrice } from './entries.ts';
import { kindStyles, offSale } from './legend.tsx';

interface NightCellProps {
  slug: string;
  segment: Segment;
  currency: string;
  today: string;
  isSelected: boolean;
  isTabStop: boolean;
  openBlock(slug: string, id: string): void;
}

const cellClass =
  'relative h-14 border-r border-b border-dune p-0 text-center text-sm leading-tight font-semibold tabular-nums outline-none select-none focus-visible:z-10 focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-gulf';

/** One free night, or all nights of one entry in the range. */
export const NightCell = memo(function NightCell(props: NightCellProps) {
  const { slug, segment, currency, today, isSelected, isTabStop } = props;
  const { entry, first, last, length, day } = segment;
  const isToday = first <= today && today <= last;
  const label = `${isToday ? 'Today. ' : ''}${describeSegment(segment, currency)}`;
  const look = isSelected
    ? 'bg-glass ring-2 ring-gulf ring-inset'
    : entry || day.isFree
      ? ''
      : `${offSale} before:content-['–']`;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid, which its table is
      role="gridcell"
      colSpan={length}
      data-slug={slug}
      data-night={first}
      data-last={last}
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isSelected}
      aria-current={isToday ? 'date' : undefined}
      // A bar reads its own text out; a thousand free nights do without an element for that.
      aria-label={entry ? undefined : label}
      className={`${cellClass} ${look} ${isToday && !entry ? 'border-l-3 border-l-coral' : ''}`}
    >
      {entry && <Bar {...props} label={label} />}
      {!entry && day.isFree && shortPrice(day.price, currency)}
      {!entry && day.isFree && day.minNights > 1 && (
        <span className="block text-xs font-normal text-slate">{` ${day.minNights}+`}</span>
      )}
    </td>
  );
});

interface BarProps extends Pick<NightCellProps, 'slug' | 'segment' | 'openBlock'> {
  label: string;
}

/** What takes nights: a booking leads to its page, closed nights can be opened. */
function Bar({ slug, segment, label, openBlock }: BarProps) {
  const { entry } = segment;
  if (!entry) return null;
  const className = `absolute inset-x-0.5 inset-y-1.5 flex items-center gap-1 overflow-hidden rounded-md px-1.5 text-left text-xs font-semibold ${kindStyles[entry.kind].bar}`;
  const content = (
    <>
      {isConflict(segment) && (
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0 rounded bg-white text-danger" />
      )}
      <span className="unseen">{label}</span>
      <span aria-hidden="true" className="truncate">
        {entry.text}
      </span>
    </>
  );
  if (entry.code)
    return (
      <Link
        tabIndex={-1}
        to={`/admin/bookings/${entry.code}`}
        title={entry.description}
        className={className}
      >
        {content}
      </Link>
    );
  if (entry.kind === 'block')
    return (
      <button
        type="button"
        tabIndex={-1}
        title={entry.description}
        onClick={() => openBlock(slug, entry.id)}
        className={className}
      >
        {content}
      </button>
    );
  return (
    <span title={entry.description} className={className}>
      {content}
    </span>
  );
}
