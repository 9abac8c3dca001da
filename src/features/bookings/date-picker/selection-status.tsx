import { parseDate } from '@internationalized/date';
import { useContext, useEffect, useEffectEvent } from 'react';
import { RangeCalendarStateContext } from 'react-aria-components/RangeCalendar';
import { formatDate, formatStayDates } from '../../../shared/dates.ts';
import { countNights, type DateSpan } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { type DayMap, dayText, rejectDay } from './stay-selection.ts';

interface SelectionProps {
  days: DayMap;
  stay: DateSpan | null;
  currency: string;
  pointed: string | null;
  restart: string | null;
  restarted(): void;
  anchor: { current: string | null };
}

/** The text about the selection and its problems; it also begins another stay, which only the calendar's state can set. */
export function Selection({ days, stay, currency, pointed, restart, restarted, anchor }: SelectionProps) {
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
    // The text is below the months, so that a longer one does not move the days under a finger that is still down.
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
    return `${formatStayDates(stay.checkin, stay.checkout)}, ${pluralize(countNights(stay), 'night')}.`;
  if (pointed !== null && days.get(pointed)?.isFree)
    return `${formatDate(pointed)}: ${dayText(days.get(pointed), currency)}.`;
  return 'Choose your check-in day.';
}
