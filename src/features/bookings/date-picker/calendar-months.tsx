import type { CalendarDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { memo, useContext } from 'react';
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  type RangeCalendarState,
  RangeCalendarStateContext,
} from 'react-aria-components/RangeCalendar';
import type { DateSpan } from '../../../shared/nights.ts';
import { DayContent, kindClass } from './day-content.tsx';
import { type DayMap, dayKind, dayLabel, dayText, isSellable, rejectDay } from './stay-selection.ts';

const arrow =
  'grid size-11 place-items-center rounded-full text-gulf hover:bg-mist disabled:text-driftwood/50 outline-offset-0';

interface MonthsProps {
  months: 1 | 2;
  days: DayMap;
  currency: string;
  stay: DateSpan | null;
  point(date: string): void;
}

export const Months = memo(function Months({ months, days, currency, stay, point }: MonthsProps) {
  const state = useContext(RangeCalendarStateContext);
  const first = state?.visibleRange.start;
  const anchor = state?.anchorDate?.toString() ?? null;
  const range = sellableRange(days, state?.highlightedRange ?? null);
  return (
    <div className={`relative grid gap-8 ${months === 2 ? 'grid-cols-2' : ''}`}>
      <div className="absolute inset-x-0 top-0 flex justify-between">
        <Button slot="previous" className={arrow}>
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Button slot="next" aria-label="Next month" className={arrow}>
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
      {Array.from({ length: months }, (_, offset) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: months have no other key
        <div key={offset}>
          <CalendarHeading
            offset={{ months: offset }}
            className="h-11 pb-1 text-center font-display text-lg leading-11 text-deep"
          />
          <CalendarGrid
            offset={{ months: offset }}
            weekdayStyle="short"
            className="w-full table-fixed border-collapse"
          >
            <CalendarGridHeader>
              {(name) => (
                <CalendarHeaderCell className="pb-1 text-xs font-semibold text-slate">
                  {name}
                </CalendarHeaderCell>
              )}
            </CalendarGridHeader>
            <CalendarGridBody>
              {(date) =>
                date.month === first?.add({ months: offset }).month ? (
                  <Day
                    date={date}
                    days={days}
                    currency={currency}
                    stay={stay}
                    anchor={anchor}
                    range={range}
                    point={point}
                  />
                ) : (
                  <td />
                )
              }
            </CalendarGridBody>
          </CalendarGrid>
        </div>
      ))}
    </div>
  );
});

type HighlightedRange = NonNullable<RangeCalendarState['highlightedRange']>;

/** The range to highlight: a stay that can be booked, or its first day. */
function sellableRange(days: DayMap, range: HighlightedRange | null): HighlightedRange | null {
  if (!range) return null;
  const [checkin, checkout] = [range.start.toString(), range.end.toString()];
  return checkin === checkout || isSellable(days, { checkin, checkout }) ? range : null;
}

interface DayProps {
  date: CalendarDate;
  days: DayMap;
  currency: string;
  stay: DateSpan | null;
  anchor: string | null;
  range: HighlightedRange | null;
  point(date: string): void;
}

/** One day; its label has the long date and the price, or why it is not available. */
function Day({ date, days, currency, stay, anchor, range, point }: DayProps) {
  const name = date.toString();
  const day = days.get(name);
  const rejection = rejectDay(days, name, { anchor, stay });
  const text = dayText(day, currency);
  const label = rejection && !text.includes(rejection) ? `${text}, ${rejection}` : text;
  return (
    <CalendarCell
      date={date}
      className="relative block p-0.5 outline-none"
      render={(cell) => (
        <div {...cell} aria-label={undefined} onPointerOver={() => point(name)}>
          <span className="unseen">{`${dayLabel(cell['aria-label'] ?? '', day)}, ${label}`}</span>
          <span aria-hidden="true">{cell.children}</span>
        </div>
      )}
    >
      {({ isDisabled, isSelectionStart, isSelectionEnd, isFocusVisible, isUnavailable, formattedDate }) => {
        const isEnd = range !== null && (isSelectionStart || isSelectionEnd);
        const isInside = range !== null && date.compare(range.start) > 0 && date.compare(range.end) < 0;
        const variant = isEnd
          ? 'bg-gulf text-white'
          : isInside
            ? 'bg-glass text-deep'
            : isDisabled
              ? 'text-driftwood'
              : kindClass[dayKind(day)];
        return (
          <span
            data-in-range={isInside || isEnd || undefined}
            className={`grid h-13 place-content-center place-items-center gap-0.5 rounded-xl text-center ${variant} ${isFocusVisible ? 'outline-3 outline-offset-1 outline-gulf' : ''} ${isDisabled || isUnavailable ? 'cursor-not-allowed' : 'cursor-pointer hover:ring-2 hover:ring-gulf hover:ring-inset'}`}
          >
            {isDisabled && !day?.isFree ? (
              formattedDate
            ) : (
              <DayContent day={day} currency={currency} number={formattedDate} />
            )}
          </span>
        );
      }}
    </CalendarCell>
  );
}
