import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { todayAtProperty } from '../../../shared/dates.ts';
import { addDays, type DateSpan } from '../../../shared/nights.ts';
import { useInView } from '../../../ui/browser/use-in-view.ts';
import { useMediaQuery } from '../../../ui/browser/use-media-query.ts';
import type { PropertyCalendar } from '../calendar/calendar.ts';
import { propertyCalendar } from '../checkout/calls.ts';
import { CalendarLegend } from './day-content.tsx';
import { MonthTables, startOfMonth } from './month-tables.tsx';
import {
  type BrowserHold,
  calendarDays,
  earliestArrival,
  type HomeCalendar,
  mergeCalendars,
  toDayMap,
  withOwnHolds,
} from './stay-selection.ts';

const loadRangeCalendar = () => import('./range-calendar.tsx');
const RangeCalendar = lazy(loadRangeCalendar);

/** All months of the next year in one response; further ones when the guest comes near their end. */
const daysAtOnce = 400;
const nearEndDays = 62;

export interface StayCalendarProps {
  /** The homes; with several, each day shows the best of them. */
  slugs: readonly string[];
  label: string;
  /** What the page brought along, the nights that this browser holds included. */
  initial: PropertyCalendar | null;
  stay: DateSpan | null;
  /** The nights that this browser holds in any home, which are free for it; the same list until they change. */
  ownHolds?: readonly BrowserHold[];
  onChange(stay: DateSpan | null): void;
  months?: 1 | 2;
}

const none: readonly BrowserHold[] = [];

/** A home's nights with their prices: months to read at once, and to choose from as soon as they come near. */
export function StayCalendar({
  slugs,
  label,
  initial,
  stay,
  ownHolds = none,
  onChange,
  months = 2,
}: StayCalendarProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useInView(box);
  const isNarrow = useMediaQuery();
  const { loaded, failed, viewMonth } = useCalendar(slugs, isNear);
  const { homes, firstArrival } = loaded ?? {};
  const calendar = useMemo(
    () => homes && mergeCalendars(homes.map((home) => withOwnHolds(home, ownHolds))),
    [homes, ownHolds],
  );
  const days = useMemo(() => toDayMap(calendar?.days ?? []), [calendar]);
  const current = calendar ?? initial;
  const tables = current ? (
    <>
      <MonthTables calendar={current} months={months} stay={stay} />
      <p className="mt-3 min-h-12 rounded-xl bg-mist px-4 py-2.5 text-ink">Prices by the night.</p>
    </>
  ) : (
    <p className="min-h-96 text-slate">
      {failed
        ? 'The calendar cannot be shown just now. Please type your dates instead.'
        : 'Loading the calendar…'}
    </p>
  );
  return (
    <div ref={box}>
      {calendar ? (
        <Suspense fallback={tables}>
          <RangeCalendar
            label={label}
            stay={stay}
            onChange={onChange}
            currency={calendar.currency}
            days={days}
            months={isNarrow ? 1 : months}
            first={todayAtProperty(new Date())}
            firstArrival={firstArrival}
            last={calendar.days.at(-1)?.date ?? todayAtProperty(new Date())}
            onViewMonth={viewMonth}
          />
        </Suspense>
      ) : (
        tables
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <CalendarLegend />
        {stay && (
          <button
            type="button"
            onClick={() => onChange(null)}
            className="-mx-3 mt-2 min-h-11 rounded-full px-3 font-semibold text-gulf underline underline-offset-4 hover:no-underline noscript:hidden"
          >
            Clear dates
          </button>
        )}
      </div>
    </div>
  );
}

interface LoadedHomes {
  homes: HomeCalendar[];
  /** The first day on which a stay can begin in any of the homes. */
  firstArrival: string;
}

/** @returns the homes' calendars, and a function to call with the visible day, so that later months are fetched in time */
function useCalendar(slugs: readonly string[], isNear: boolean) {
  const [loaded, setLoaded] = useState<LoadedHomes | null>(null);
  const [failed, setFailed] = useState(false);
  const [reach, setReach] = useState(daysAtOnce);
  const names = slugs.join(' ');

  useEffect(() => {
    if (!isNear) return;
    let isCurrent = true;
    // The component loads while its nights are fetched; when this fails, it is loaded again with them.
    loadRangeCalendar().catch(() => {});
    const today = todayAtProperty(new Date());
    const query = { from: startOfMonth(today), to: addDays(startOfMonth(today), reach) };
    const readHome = async (slug: string) => ({
      slug,
      calendar: await propertyCalendar.read({ slug, query }),
    });
    Promise.all(names.split(' ').map(readHome))
      .then((homes) => {
        const calendars = homes.map(({ calendar }) => calendar);
        if (isCurrent) setLoaded({ homes, firstArrival: earliestArrival(calendars, today) });
      })
      .catch(() => isCurrent && setFailed(true));
    return () => {
      isCurrent = false;
    };
  }, [names, isNear, reach]);

  const last = loaded?.homes[0]?.calendar.days.at(-1)?.date;
  const viewMonth = (date: string) => {
    if (last && reach < calendarDays && date > addDays(last, -nearEndDays)) setReach(calendarDays);
  };
  return { loaded, failed, viewMonth };
}
