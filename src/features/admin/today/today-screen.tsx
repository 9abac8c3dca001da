import { queryOptions, useQuery } from '@tanstack/react-query';
import { RefreshCw, Sun } from 'lucide-react';
import { formatDateTime } from '../../../shared/dates.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { useNow } from '../../bookings/quotes/stay-facts.tsx';
import { todayClient } from './client.ts';
import { formatDay, StayLists } from './stay-lists.tsx';
import { TaskList } from './task-list.tsx';
import { toTasks } from './tasks.ts';
import type { Today } from './today.ts';

/** Read again each minute while the screen is in view, and whenever it comes back into view. */
const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => todayClient().read({ signal }),
  refetchInterval: minuteMs,
  refetchOnWindowFocus: true,
});

export function TodayScreen() {
  const { data, error, isFetching, refetch } = useQuery(todayQuery);
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 sm:py-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-3xl text-deep sm:text-4xl">Today</h1>
          {data && <p className="mt-1 text-slate">{formatDay(data.today)}, at the homes</p>}
        </div>
        {data && (
          <div className="flex items-center gap-3 text-sm text-slate">
            <span>As of {formatDateTime(data.readAt).replace(/^.*\d{4}, /, '')}</span>
            <SmallButton aria-disabled={isFetching} onClick={() => void refetch()}>
              <RefreshCw aria-hidden="true" className="size-4" />
              Refresh
            </SmallButton>
          </div>
        )}
      </div>
      {error && (
        <div
          role="alert"
          className="mt-5 flex flex-wrap items-center gap-4 rounded-2xl bg-white p-4 shadow-card"
        >
          <p className="text-danger">
            {data ? `${error.message}. What you see is as of the time above.` : error.message}
          </p>
          <Button look="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data ? (
        <Day today={data} />
      ) : (
        !error && (
          <div className="grid h-60 place-items-center">
            <Spinner label="Loading today..." />
          </div>
        )
      )}
    </div>
  );
}

function Day({ today }: { today: Today }) {
  const now = useNow(20_000) ?? Date.parse(today.readAt);
  const tasks = toTasks(today, now);
  return (
    <>
      <p className="mt-4 text-lg text-ink">{summary(today)}</p>
      <div className="mt-5 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="to-do">
          <h2 id="to-do" className="mb-3 text-2xl text-deep">
            To do
            {tasks.length > 0 && <span className="unseen">: {tasks.length}</span>}
          </h2>
          {tasks.length === 0 ? <NothingToDo /> : <TaskList tasks={tasks} now={now} />}
        </section>
        <StayLists today={today} />
      </div>
    </>
  );
}

function summary({ arrivals, departures, inHouse }: Today): string {
  if (arrivals.length + departures.length + inHouse.length === 0)
    return 'Nobody arrives, leaves or stays today.';
  return `${pluralize(arrivals.length, 'arrival')}, ${pluralize(departures.length, 'departure')}, ${pluralize(inHouse.length, 'other stay')} in house.`;
}

const NothingToDo = () => (
  <div className="flex items-center gap-4 rounded-2xl bg-mist p-5">
    <Sun aria-hidden="true" className="size-8 shrink-0 text-gulf" />
    <p className="text-deep">
      Nothing to do. Every request is answered, every guest has a reply, and money and calendars are in order.
    </p>
  </div>
);
