import { TriangleAlert } from 'lucide-react';
import { describeSegment, formatNight, isConflict, type Segment } from './entries.ts';
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

/** Short, as the rest is inherited from the grid's body: a thousand cells draw faster with fewer classes and attributes. */
const cellClass = 'border-r border-b border-dune p-0 focus-visible:-outline-offset-3';

/** One free night, or all nights of one entry in the range. */
export function NightCell(props: NightCellProps) {
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
      className={`${cellClass} ${variant} ${isToday && !entry ? 'border-l-3 border-l-coral' : ''}`}
    >
      {entry ? <Bar {...props} label={label} /> : day.isFree ? formatNight(day, currency, '\n') : '–'}
    </td>
  );
}

interface BarProps extends Pick<NightCellProps, 'slug' | 'segment' | 'openBlock'> {
  label: string;
}

/** What takes nights: a booking leads to its page, closed nights can be opened. */
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
