import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import type { ThreadList as Inbox } from './contract.server.ts';
import { WaitingClock } from './waiting-clock.tsx';

type ListedThread = Inbox['threads'][number];

export const statusText: Record<ListedThread['status'], string> = {
  new: 'New',
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
};

interface ThreadListProps {
  threads: ListedThread[];
  current: string | null;
  /** The address of the inbox with a thread open. */
  toUrl(id: string): string;
}

/** One entry for each conversation. */
export const ThreadList = ({ threads, current, toUrl }: ThreadListProps) => (
  <ul aria-label="Conversations">
    {threads.map((thread) => (
      <li key={thread.id} className="border-b border-dune">
        <Link
          to={toUrl(thread.id)}
          aria-current={thread.id === current ? 'true' : undefined}
          className="block border-l-4 border-transparent py-3 pr-4 pl-3 sm:pr-6 sm:pl-5 hover:bg-mist focus-visible:-outline-offset-2 aria-[current]:border-lagoon aria-[current]:bg-mist"
        >
          <ThreadEntry thread={thread} />
        </Link>
      </li>
    ))}
  </ul>
);

const ThreadEntry = ({ thread }: { thread: ListedThread }) => (
  <>
    <span className="flex items-baseline justify-between gap-3">
      <span className={`truncate text-ink ${thread.isUnread ? 'font-bold' : 'font-medium'}`}>
        {thread.isUnread && (
          <span className="mr-2 inline-block size-2.5 rounded-full bg-lagoon">
            <span className="unseen">Unread: </span>
          </span>
        )}
        {thread.guest.name}
      </span>
      <span className="shrink-0 text-sm text-slate">{formatDate(thread.lastMessageAt)}</span>
    </span>
    <span className="block truncate text-sm text-slate">
      {thread.bookingCode ? `Booking ${thread.bookingCode}` : 'Inquiry'} · {thread.property}
    </span>
    <span className="block truncate text-slate">{thread.lastText || 'No message, only the dates'}</span>
    <span className="mt-1.5 block">
      {thread.clock ? (
        <WaitingClock clock={thread.clock} />
      ) : (
        <span className="text-sm font-semibold text-slate">{statusText[thread.status]}</span>
      )}
    </span>
  </>
);
