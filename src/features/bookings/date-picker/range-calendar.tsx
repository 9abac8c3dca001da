import { type DateValue, parseDate } from '@internationalized/date';
import { type ComponentProps, memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { RangeCalendar as AriaRangeCalendar } from 'react-aria-components/RangeCalendar';
import type { DateSpan } from '../../../shared/nights.ts';
import { Months } from './calendar-months.tsx';
import { Selection } from './selection-status.tsx';
import { chooseStay, type DayMap, rejectDay } from './stay-selection.ts';

export interface RangeCalendarProps {
  label: string;
  days: DayMap;
  currency: string;
  months: 1 | 2;
  stay: DateSpan | null;
  onChange(stay: DateSpan | null): void;
  first: string;
  last: string;
  /** The day that has the focus at first, where no stay is chosen. */
  firstArrival?: string | undefined;
  /** Called with the day that has the focus. */
  onViewMonth(date: string): void;
}

/** The months of a home to choose nights from, by pointer, finger or keys. */
export default function RangeCalendar({ stay, onChange, onViewMonth, ...others }: RangeCalendarProps) {
  const latest = useRef({ onChange, onViewMonth });
  useLayoutEffect(() => {
    latest.current = { onChange, onViewMonth };
  });
  const [callBacks] = useState(() => ({
    onChange: (next: DateSpan | null) => latest.current.onChange(next),
    onViewMonth: (date: string) => latest.current.onViewMonth(date),
  }));
  const { checkin, checkout } = stay ?? {};
  const chosen = useMemo(() => (checkin && checkout ? { checkin, checkout } : null), [checkin, checkout]);
  return <StableCalendar {...others} {...callBacks} stay={chosen} />;
}

/** The calendar is not rendered again while a price loads, because its sixty days are costly cells of React Aria. */
const StableCalendar = memo(function StableCalendar(props: RangeCalendarProps) {
  const { label, days, currency, months, stay, onChange, first, last, firstArrival, onViewMonth } = props;
  const anchor = useRef<string | null>(null);
  const [restart, setRestart] = useState<string | null>(null);
  const [focusedDay, setFocusedDay] = useState<FocusedDay | null>(null);
  const [focused, setFocused] = useState(() => parseDate(stay?.checkin ?? firstArrival ?? first));
  const lastCheckin = useRef(stay?.checkin);

  useEffect(() => {
    if (stay && stay.checkin !== lastCheckin.current) setFocused(parseDate(stay.checkin));
    lastCheckin.current = stay?.checkin;
  }, [stay]);

  function choose({ start, end }: { start: DateValue; end: DateValue }) {
    const [from, until] = [start.toString(), end.toString()];
    const begun = anchor.current ?? from;
    const chosen = chooseStay(days, { anchor: begun, pressed: begun === from ? until : from });
    if (chosen && 'stay' in chosen) {
      lastCheckin.current = chosen.stay.checkin;
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
          setFocusedDay({ date: date.toString() });
          onViewMonth(date.toString());
        }}
        visibleDuration={{ months }}
        pageBehavior="single"
      >
        <PointedMonths
          months={months}
          days={days}
          currency={currency}
          stay={stay}
          focusedDay={focusedDay}
          restart={restart}
          anchor={anchor}
          restarted={() => setRestart(null)}
        />
      </AriaRangeCalendar>
    </I18nProvider>
  );
});

/** A day, as another object each time that the focus comes to it. */
interface FocusedDay {
  date: string;
}

interface PointedMonthsProps
  extends Omit<ComponentProps<typeof Months>, 'point'>,
    Omit<ComponentProps<typeof Selection>, 'pointed'> {
  focusedDay: FocusedDay | null;
}

/** The months, and as text the last day under pointer or focus; a pointer renders only that text again. */
function PointedMonths({ months, focusedDay, ...selection }: PointedMonthsProps) {
  const { days, currency, stay } = selection;
  const [pointed, setPointed] = useState<string | null>(null);
  const [last, setLast] = useState(focusedDay);
  if (focusedDay && focusedDay !== last) {
    setLast(focusedDay);
    setPointed(focusedDay.date);
  }
  return (
    <>
      <Selection {...selection} pointed={pointed} />
      <Months months={months} days={days} currency={currency} stay={stay} point={setPointed} />
    </>
  );
}
