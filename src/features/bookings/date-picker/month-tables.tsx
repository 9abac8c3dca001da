import { formatDate } from '../../../shared/dates.ts';
import { addDays, type DateSpan, listNights, toWeekday, weekdays } from '../../../shared/nights.ts';
import type { PropertyCalendar } from '../calendar/calendar.ts';
import { DayContent, kindClass } from './day-content.tsx';
import { type DayMap, dayKind, dayText, isSellable, toDayMap } from './stay-selection.ts';

/** The first day of a date's month, or of one some months later. */
export function startOfMonth(date: string, later = 0): string {
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + later;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}

/** The weeks of a month from Sunday on; `null` where a day belongs to another month. */
export function weeksOfMonth(first: string): (string | null)[][] {
  const blanks = (weekdays.indexOf(toWeekday(first)) + 1) % 7;
  const days = listNights(first, startOfMonth(first, 1));
  const cells = [...new Array<null>(blanks).fill(null), ...days];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

interface MonthTablesProps {
  calendar: PropertyCalendar;
  /** The number of months beside each other on a wide page. */
  months: 1 | 2;
  stay: DateSpan | null;
}

/** The first months as the server draws them, for reading. */
export function MonthTables({ calendar, months, stay }: MonthTablesProps) {
  const { days, currency } = calendar;
  const first = startOfMonth(days[0]?.date ?? addDays('1970-01-01', 0));
  const map = toDayMap(days);
  const chosen = stay && isSellable(map, stay) ? stay : null;
  return (
    <div className={`grid items-start gap-8 ${months === 2 ? 'md:grid-cols-2' : ''}`}>
      {Array.from({ length: months }, (_, index) => startOfMonth(first, index)).map((month, index) => (
        <Month
          key={month}
          month={month}
          map={map}
          currency={currency}
          chosen={chosen}
          className={index > 0 ? 'max-md:hidden' : ''}
        />
      ))}
    </div>
  );
}

interface MonthProps {
  month: string;
  map: DayMap;
  currency: string;
  chosen: DateSpan | null;
  className: string;
}

function chosenClass(date: string, chosen: DateSpan | null): string | undefined {
  if (!chosen || date < chosen.checkin || date > chosen.checkout) return undefined;
  return date === chosen.checkin || date === chosen.checkout ? 'bg-gulf text-white' : 'bg-glass text-deep';
}

function Month({ month, map, currency, chosen, className }: MonthProps) {
  return (
    <table className={`w-full table-fixed ${className}`}>
      <caption className="h-11 pb-1 text-center font-display text-lg leading-11 text-deep">
        {monthFormat.format(new Date(month))}
      </caption>
      <thead>
        <tr>
          {dayNames.map((name) => (
            <th key={name} scope="col" className="pb-1 text-xs font-semibold text-slate">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOfMonth(month).map((week, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no other name
          <tr key={index}>
            {week.map((date, column) => {
              const day = date === null ? undefined : map.get(date);
              const variant = date === null ? undefined : chosenClass(date, chosen);
              return (
                <td key={date ?? dayNames[column]} className="p-0.5">
                  {date !== null && (
                    <div
                      className={`grid h-13 place-content-center place-items-center gap-0.5 rounded-xl text-center ${variant ?? kindClass[dayKind(day)]}`}
                    >
                      <DayContent day={day} currency={currency} number={String(Number(date.slice(8)))} />
                      <span className="unseen">
                        {formatDate(date)}, {dayText(day, currency)}
                        {variant && ', chosen'}
                      </span>
                    </div>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
