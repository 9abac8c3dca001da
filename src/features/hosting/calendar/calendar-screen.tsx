import { useInfiniteQuery } from '@tanstack/react-query';
import { House } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime, todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { useMediaQuery } from '../../../ui/browser/use-media-query.ts';
import { useUrlState } from '../../../ui/browser/use-url-query.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Loaded, RowSkeleton } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { ToastArea, useToasts } from '../../../ui/overlays/toast.tsx';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { CalendarView } from './calendar-view.tsx';
import type { LoadedCalendar } from './host-calendar.ts';
import { calendarQuery, liveOptions } from './queries.ts';
import { allHomes, calendarUrl, monthView, timelineDays } from './url-state.ts';

export const meta = () => screenMeta('Calendar');

/** `/admin/calendar`: all homes by day, or one by month; the URL has the state. */
export default function CalendarScreen() {
  const [url, changeUrl] = useUrlState(calendarUrl, { preventScrollReset: true });
  const isNarrow = useMediaQuery();
  const toasts = useToasts();
  const today = todayAtProperty(new Date());
  const from = url.from ?? today;
  const isMonth = url.home === null ? isNarrow : url.home !== allHomes;
  const [isWhole, setWhole] = useState(false);
  const month = monthView(from, today, isWhole);
  const range = isMonth ? month : { first: from, end: addDays(from, timelineDays) };
  const [isEditing, setEditing] = useState(false);
  const calendar = useInfiniteQuery({
    ...calendarQuery(range.first, range.end, isMonth ? url.home : null),
    ...liveOptions(isEditing),
  });
  return (
    <section
      aria-labelledby="calendar-title"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:px-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 id="calendar-title" className="text-2xl text-deep sm:text-3xl">
          Calendar
        </h1>
        {calendar.data && <ReadAt at={calendar.dataUpdatedAt} isStale={calendar.error !== null} />}
      </div>
      <ToastArea toasts={toasts} />
      <Loaded query={calendar} pending={<RowSkeleton />} reloadError="hidden">
        {(data) =>
          data.properties.length === 0 ? (
            <NoHomes />
          ) : (
            <CalendarView
              calendar={data}
              isBusy={calendar.isPlaceholderData}
              more={{
                isMissing: calendar.hasNextPage,
                isLoading: calendar.isFetchingNextPage,
                load: () => void calendar.fetchNextPage(),
              }}
              home={chooseHome(data, isMonth ? url.home : allHomes)}
              from={from}
              showPast={isMonth && month.isCut ? () => setWhole(true) : undefined}
              toasts={toasts}
              onEditing={setEditing}
              move={(edit) => changeUrl((latest) => ({ ...latest, from: edit(latest.from ?? today) }))}
              show={(home) => changeUrl((latest) => ({ ...latest, home }))}
            />
          )
        }
      </Loaded>
    </section>
  );
}

/** @param isStale the last reading failed */
function ReadAt({ at, isStale }: { at: number; isStale: boolean }) {
  const time = formatDateTime(new Date(at).toISOString());
  if (!isStale) return <p className="text-sm text-slate">As of {time}</p>;
  return (
    <p role="alert" className="text-sm text-danger">
      The calendar could not be read again: this is how it was on {time}.
    </p>
  );
}

/** A home that exists: on phones, and under an old address, the first one. */
function chooseHome({ properties }: LoadedCalendar, home: string | null): string {
  if (home === allHomes || properties.some(({ slug }) => slug === home)) return home ?? allHomes;
  return properties[0]?.slug ?? allHomes;
}

const NoHomes = () => (
  <Notice icon={House} title="No homes yet" actions={<ButtonLink to="/admin/homes">Add a home</ButtonLink>}>
    <p>Once there is a home, its nights appear here day by day.</p>
  </Notice>
);
