import { useQuery } from '@tanstack/react-query';
import { DoorOpen, RefreshCw, Sun } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useServerNow } from '../../../ui/browser/use-server-now.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/lists/loaded.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { listPageClass } from '../../admin/shell/page-class.ts';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { backupText } from './backup-text.ts';
import { CompletePaymentDialog } from './complete-payment-dialog.tsx';
import type { Today } from './contract.server.ts';
import { GoingOut } from './going-out.tsx';
import { todayQuery } from './queries.ts';
import { formatDay, StayLists } from './stay-lists.tsx';
import type { Task } from './task.ts';
import { TaskList } from './task-list.tsx';
import { toTasks } from './tasks.ts';

export const meta = () => screenMeta('Today');

export default function TodayScreen() {
  const { data, error, refetch } = useQuery(todayQuery);
  return (
    <div className={listPageClass}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-2xl text-deep sm:text-3xl">Today</h1>
          {data && <p className="mt-1 text-slate">{formatDay(data.today)}, at the homes</p>}
        </div>
        {data && (
          <div className="flex items-center gap-3 text-sm text-slate">
            <span>As of {formatDateTime(data.readAt).replace(/^.*\d{4}, /, '')}</span>
            <SmallButton onClick={() => void refetch({ cancelRefetch: false })}>
              <RefreshCw aria-hidden="true" className="size-4" />
              Refresh
            </SmallButton>
          </div>
        )}
      </div>
      {data && error && (
        <div
          role="alert"
          className="mt-5 flex flex-wrap items-center gap-4 rounded-2xl bg-white p-4 shadow-card"
        >
          <p className="text-danger">
            {error.message.replace(/(?<![.?!])$/, '.')} What you see is as of the time above.
          </p>
          <Button variant="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data ? (
        <Day today={data} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <div className="grid h-60 place-items-center">
          <Spinner label="Loading today..." />
        </div>
      )}
    </div>
  );
}

function Day({ today }: { today: Today }) {
  const now = useServerNow(20_000) ?? Date.parse(today.readAt);
  const tasks = toTasks(today, now);
  const [completed, setCompleted] = useState<Task | null>(null);
  const [done, setDone] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      {today.backup?.madeAt && <p className="mt-1 text-sm text-slate">{backupText(today.backup, now)}</p>}
      {today.launch.isClosed && <OpeningLine launch={today.launch} />}
      <Counts today={today} tasks={tasks.length} />
      <div className="mt-5 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <section aria-labelledby="to-do">
          <h2 id="to-do" ref={heading} tabIndex={-1} className="mb-3 scroll-mt-20 text-2xl text-deep">
            To do
          </h2>
          <div aria-live="polite" className="mb-3 empty:hidden">
            {done && <Alert>{done}</Alert>}
          </div>
          {tasks.length === 0 ? (
            <NothingToDo />
          ) : (
            <TaskList
              tasks={tasks}
              now={now}
              complete={(task) => {
                setDone('');
                setCompleted(task);
              }}
            />
          )}
        </section>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <StayLists today={today} />
        </div>
        <GoingOut today={today} />
      </div>
      {completed && (
        <CompletePaymentDialog
          task={completed}
          onClose={() => setCompleted(null)}
          onDone={(text) => {
            // The card that was open is gone. The heading can take the focus only once the dialog is closed.
            flushSync(() => {
              setCompleted(null);
              setDone(text);
            });
            heading.current?.focus();
          }}
        />
      )}
    </>
  );
}

const OpeningLine = ({ launch: { inOrder, count } }: Pick<Today, 'launch'>) => (
  <Link
    to="/admin/launch"
    className="mt-4 flex items-center gap-3 rounded-2xl bg-sun/30 p-4 font-semibold text-deep hover:bg-sun/45"
  >
    <DoorOpen aria-hidden="true" className="size-5 shrink-0" />
    {inOrder} of {count} before you open
  </Link>
);

/** The day in four figures; each leads to its list. */
function Counts({ today: { arrivals, departures, inHouse }, tasks }: { today: Today; tasks: number }) {
  const counts: [id: string, label: string, count: number][] = [
    ['to-do', 'to do', tasks],
    ['arriving', arrivals.length === 1 ? 'arrives' : 'arrive', arrivals.length],
    ['leaving', departures.length === 1 ? 'leaves' : 'leave', departures.length],
    ['in-house', 'in house', inHouse.length],
  ];
  return (
    <ul className="mt-4 grid grid-cols-4 gap-2 sm:max-w-xl sm:gap-3">
      {counts.map(([id, label, count]) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="grid justify-items-center rounded-2xl bg-white px-1 py-2.5 shadow-card hover:bg-mist"
          >
            <span className="text-2xl font-semibold text-deep tabular-nums">{count}</span>
            <span className="text-sm whitespace-nowrap text-slate"> {label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const NothingToDo = () => (
  <div className="flex items-center gap-4 rounded-2xl bg-mist p-5">
    <Sun aria-hidden="true" className="size-8 shrink-0 text-gulf" />
    <p className="text-deep">
      Nothing to do. Every request is answered, every guest has a reply, and money and calendars are in order.
    </p>
  </div>
);
