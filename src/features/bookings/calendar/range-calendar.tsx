import { type CalendarDate, type DateValue, parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import {
  RangeCalendar as AriaRangeCalendar,
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  RangeCalendarStateContext,
} from 'react-aria-components/RangeCalendar';
import { formatDate } from '../../../shared/dates.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { DayContent, kindClass } from './day-content.tsx';
import { countNights, type DateSpan } from './nights.ts';
import { chooseStay, type DayMap, dayKind, dayText, isSellable, rejectDay } from './stay-selection.ts';

export interface RangeCalendarProps {
  label: string;
  days: DayMap;
  currency: string;
  months: 1 | 2;
  stay: DateSpan | null;
  onChange(stay: DateSpan | null): void;
  first: string;
  last: string;
  /** Called with the day that has the focus. */
  onLook(date: string): void;
}

const arrow =
  'grid size-11 place-items-center rounded-full text-gulf hover:bg-mist disabled:text-driftwood/50 outline-offset-0';

/** The months of a home to choose nights from, by pointer, finger or keys. */
export default function RangeCalendar(props: RangeCalendarProps) {
  const { label, days, currency, months, stay, onChange, first, last, onLook } = props;
  const anchor = useRef<string | null>(null);
  const [restart, setRestart] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const firstArrival = useMemo(() => [...days.values()].find(({ canArrive }) => canArrive)?.date, [days]);
  const [focused, setFocused] = useState(() => parseDate(stay?.checkin ?? firstArrival ?? first));
  const shown = useRef(stay?.checkin);

  useEffect(() => {
    if (stay && stay.checkin !== shown.current) setFocused(parseDate(stay.checkin));
    shown.current = stay?.checkin;
  }, [stay]);

  function choose({ start, end }: { start: DateValue; end: DateValue }) {
    const [from, until] = [start.toString(), end.toString()];
    const begun = anchor.current ?? from;
    const chosen = chooseStay(days, { anchor: begun, pressed: begun === from ? until : from });
    if (chosen && 'stay' in chosen) {
      shown.current = chosen.stay.checkin;
      onChange(chosen.stay);
    } else if (chosen) setRestart(chosen.anchor);
  }

  const value = useMemo(
    () => stay && { start: parseDate(stay.checkin), end: parseDate(stay.checkout) },
    [stay],
  );
  return (
    <I18nProvider locale="en-US">
      <AriaRangeCalendar
        aria-label={label}
        className="flex flex-col"
        value={value}
        onChange={choose}
        minValue={parseDate(first)}
        maxValue={parseDate(last)}
        allowsNonContiguousRanges
        isDateUnavailable={(date, anchorDate) =>
          rejectDay(days, date.toString(), { anchor: anchorDate?.toString() ?? null, stay }) !== null
        }
        focusedValue={focused}
        onFocusChange={(date) => {
          setFocused(date);
          setPointed(date.toString());
          onLook(date.toString());
        }}
        visibleDuration={{ months }}
        pageBehavior="single"
      >
        <Selection
          {...{ days, stay, currency, pointed, restart, anchor }}
          restarted={() => setRestart(null)}
        />
        <Months {...{ months, days, currency, stay }} point={setPointed} />
      </AriaRangeCalendar>
    </I18nProvider>
  );
}

interface MonthsProps extends Pick<RangeCalendarProps, 'months' | 'days' | 'currency' | 'stay'> {
  point(date: string): void;
}

function Months({ months, days, currency, stay, point }: MonthsProps) {
  const first = useContext(RangeCalendarStateContext)?.visibleRange.start;
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
        // biome-ignore lint/suspicious/noArrayIndexKey: months have no other name
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
                  <Day {...{ date, days, currency, stay }} point={point} />
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
}

interface DayProps {
  date: CalendarDate;
  days: DayMap;
  currency: string;
  stay: DateSpan | null;
  point(date: string): void;
}

/** One day, named with its long date and its price, or why it cannot be had. */
function Day({ date, days, currency, stay, point }: DayProps) {
  const state = useContext(RangeCalendarStateContext);
  const name = date.toString();
  const day = days.get(name);
  const rejection = rejectDay(days, name, { anchor: state?.anchorDate?.toString() ?? null, stay });
  const text = dayText(day, currency);
  const words = rejection && !text.includes(rejection) ? `${text}, ${rejection}` : text;
  const range = state?.highlightedRange;
  const isRange =
    !!range &&
    (range.start.compare(range.end) === 0 ||
      isSellable(days, { checkin: range.start.toString(), checkout: range.end.toString() }));
  return (
    <CalendarCell
      date={date}
      className="relative block p-0.5 outline-none"
      render={(cell) => (
        <div {...cell} aria-label={undefined} onPointerOver={() => point(name)}>
          <span className="unseen">{`${cell['aria-label']}, ${words}`}</span>
          <span aria-hidden="true">{cell.children}</span>
        </div>
      )}
    >
      {({ isDisabled, isSelectionStart, isSelectionEnd, isFocusVisible, isUnavailable, formattedDate }) => {
        const isEnd = isRange && (isSelectionStart || isSelectionEnd);
        const isInside = isRange && date.compare(range.start) > 0 && date.compare(range.end) < 0;
        const look = isEnd
          ? 'bg-gulf text-white'
          : isInside
            ? 'bg-glass text-deep'
            : isDisabled
              ? 'text-driftwood'
              : kindClass[dayKind(day)];
        return (
          <span
            data-in-range={isInside || isEnd || undefined}
            className={`grid h-13 place-content-center place-items-center gap-0.5 rounded-xl text-center ${look} ${isFocusVisible ? 'outline-3 outline-offset-1 outline-gulf' : ''} ${isDisabled || isUnavailable ? 'cursor-not-allowed' : 'cursor-pointer hover:ring-2 hover:ring-gulf hover:ring-inset'}`}
          >
            {isDisabled && !day?.isFree ? (
              formattedDate
            ) : (
              <DayContent {...{ day, currency }} number={formattedDate} />
            )}
          </span>
        );
      }}
    </CalendarCell>
  );
}

interface SelectionProps {
  days: DayMap;
  stay: DateSpan | null;
  currency: string;
  pointed: string | null;
  restart: string | null;
  restarted(): void;
  anchor: { current: string | null };
}

/** What is chosen so far and what hinders, in words; and the beginning of another stay, which only the state knows how to set. */
function Selection({ days, stay, currency, pointed, restart, restarted, anchor }: SelectionProps) {
  const state = useContext(RangeCalendarStateContext);
  const begun = state?.anchorDate?.toString() ?? null;
  const begin = useEffectEvent((date: string) => {
    state?.setAnchorDate(parseDate(date));
    restarted();
  });
  useEffect(() => {
    anchor.current = begun;
  }, [anchor, begun]);
  useEffect(() => {
    if (restart) begin(restart);
  }, [restart]);
  return (
    // Below the months: a line more in it must not move the days under a finger that is still down.
    <p role="status" className="order-last mt-3 min-h-12 rounded-xl bg-mist px-4 py-2.5 text-ink">
      {selectionText({ days, stay, currency, pointed, anchor: begun })}
    </p>
  );
}

function selectionText({
  days,
  stay,
  currency,
  pointed,
  anchor,
}: {
  days: DayMap;
  stay: DateSpan | null;
  currency: string;
  pointed: string | null;
  anchor: string | null;
}): string {
  const rejection = pointed === null ? null : rejectDay(days, pointed, { anchor, stay });
  if (pointed !== null && rejection !== null) return `${formatDate(pointed)}: ${rejection}.`;
  if (anchor !== null) {
    const minNights = days.get(anchor)?.minNights ?? 1;
    const least = minNights > 1 ? `, at least ${pluralize(minNights, 'night')} later` : '';
    return `Check-in ${formatDate(anchor)}. Now choose your check-out day${least}.`;
  }
  if (stay)
    return `${formatDate(stay.checkin)} to ${formatDate(stay.checkout)}, ${pluralize(countNights(stay), 'night')}.`;
  if (pointed !== null && days.get(pointed)?.isFree)
    return `${formatDate(pointed)}: ${dayText(days.get(pointed), currency)}.`;
  return 'Choose your check-in day.';
}
